/**
 * Returns the address of the same database with another login. Removes user and password from `url`,
 * including its parameters.
 */
export function asLogin(url: string, name: string, password?: string): string {
  const who = password === undefined ? name : `${name}:${encodeURIComponent(password)}`;
  return url
    .replace(/^(postgres(?:ql)?:\/\/)(?:[^/?#]*@)?/, `$1${who}@`)
    .replaceAll(/([?&])(?:user|password)=[^&#]*/g, "$1");
}
