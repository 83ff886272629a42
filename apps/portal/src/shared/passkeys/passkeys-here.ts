/** Returns whether this browser can use passkeys at this address; an IP address cannot have any. */
export function passkeysHere(): boolean {
  return window.isSecureContext && typeof PublicKeyCredential === "function" && !/^[\d.]+$|^\[/.test(location.hostname);
}
