/** Whether this browser can use passkeys at this address: an address in numbers has none, whoever serves it. */
export function passkeysHere(): boolean {
  return window.isSecureContext && typeof PublicKeyCredential === "function" && !/^[\d.]+$|^\[/.test(location.hostname);
}
