/** The same database by another login; what `url` says of users and passwords is gone, also in its parameters. */
export function asLogin(url: string, name: string, password?: string): string {
  const who = password === undefined ? name : `${name}:${encodeURIComponent(password)}`;
  return url
    .replace(/^(postgres(?:ql)?:\/\/)(?:[^/?#]*@)?/, `$1${who}@`)
    .replaceAll(/([?&])(?:user|password)=[^&#]*/g, "$1");
}
