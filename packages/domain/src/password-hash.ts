/**
 * How a stored password hash is checked: by our method (argon2id) or by that of the system that it was imported from.
 */
export type StoredHash =
  | { readonly method: "argon2id" | "bcrypt"; readonly work: string }
  | {
      readonly method: "scrypt";
      readonly work: string;
      /** `N`, `r` and `p`. */
      readonly cost: number;
      readonly blockSize: number;
      readonly parallelization: number;
      /** Base64. */
      readonly salt: string;
      readonly key: string;
    }
  | {
      readonly method: "pbkdf2";
      readonly work: string;
      readonly digest: "sha1" | "sha256" | "sha512";
      readonly rounds: number;
      /** Plain text for Django, otherwise base64. */
      readonly salt: string;
      readonly isPlainSalt: boolean;
      /** Base64. */
      readonly key: string;
    };

/**
 * A parsed hash with its cost: checks of equal `work` take equally long. Or why it is refused, as words that
 * follow the field's name and do not contain the given value.
 */
export type HashReading = StoredHash | { readonly wrong: string };

/** Maximum cost of checking a hash. */
export const hashBounds = {
  /** KiB, passes and lanes of argon2id. */
  argon2: { memory: 262_144, passes: 16, lanes: 4 },
  bcrypt: { least: 4, most: 14 },
  /** N·r is memory, 256 MiB of it; N·r·p is time. */
  scrypt: { memory: 2 ** 18 * 8, time: 4 * 2 ** 18 * 8 },
  pbkdf2: { rounds: 1_500_000 },
} as const;

/** Bytes of a derived key. Each further block costs as much as the first. */
const KEY = { least: 16, most: 64 } as const;

const LEAVE_OUT = "leave it out; the customer resets it by mail";

/** Parses a password hash: argon2id, bcrypt, scrypt or PBKDF2, within the cost limits of a sign-in. */
export function readPasswordHash(text: string): HashReading {
  if (text.startsWith("$argon2id$")) return readArgon2(text);
  if (/^\$2[aby]\$/.test(text)) return readBcrypt(text);
  if (text.startsWith("$scrypt$")) return readScrypt(text);
  if (/^\$pbkdf2(-sha(1|256|512))?\$/.test(text)) return readPbkdf2(text);
  if (text.startsWith("pbkdf2_sha256$")) return readDjango(text);
  return { wrong: `${nameOf(text)}, which is not taken: ${LEAVE_OUT}` };
}

const ARGON2 = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,4}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{16,}$/;

function readArgon2(text: string): HashReading {
  const { memory, passes, lanes } = hashBounds.argon2;
  const [m = 0, t = 0, p = 0] = (ARGON2.exec(text) ?? []).slice(1).map(Number);
  if (m < 8 || m > memory || t < 1 || t > passes || p < 1 || p > lanes) {
    return {
      wrong: `is not an argon2id hash as export writes it: $argon2id$v=19$m=…,t=…,p=…$…$… with at most m=${memory}, t=${passes}, p=${lanes}`,
    };
  }
  return { method: "argon2id", work: `argon2id ${m} ${t} ${p}` };
}

function readBcrypt(text: string): HashReading {
  const cost = Number(/^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text)?.[1]);
  const { least, most } = hashBounds.bcrypt;
  if (Number.isNaN(cost))
    return { wrong: "is not a whole bcrypt hash: $2b$, the cost in two digits, $ and 53 letters" };
  if (cost < least || cost > most) return { wrong: `has the bcrypt cost ${cost}; it may be from ${least} to ${most}` };
  return { method: "bcrypt", work: `bcrypt ${cost}` };
}

const SCRYPT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,6}),p=(\d{1,6})\$([A-Za-z0-9+/.]+=*)\$([A-Za-z0-9+/.]+=*)$/;

function readScrypt(text: string): HashReading {
  const [, ln, r, p, salt = "", key = ""] = SCRYPT.exec(text) ?? [];
  const [cost, blockSize, parallelization] = [2 ** Number(ln), Number(r), Number(p)];
  if (!(cost > 1 && blockSize > 0 && parallelization > 0) || !isKey(key)) {
    return { wrong: "is not a whole scrypt hash: $scrypt$ln=…,r=…,p=…$…$… with salt and key in base64" };
  }
  const { memory, time } = hashBounds.scrypt;
  if (cost * blockSize > memory) return { wrong: "takes more of scrypt's memory than 2^18·8; N·r may be at most that" };
  if (cost * blockSize * parallelization > time) {
    return { wrong: "takes more of scrypt's time than 4·2^18·8; N·r·p may be at most that" };
  }
  const work = `scrypt ${cost} ${blockSize} ${parallelization}`;
  return { method: "scrypt", work, cost, blockSize, parallelization, salt: plain(salt), key: plain(key) };
}

const PBKDF2 =
  /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,12})(?:,l=\d{1,3})?\$([A-Za-z0-9+/.]+=*)\$([A-Za-z0-9+/.]+=*)$/;

function readPbkdf2(text: string): HashReading {
  const [, digest, rounds, salt = "", key = ""] = PBKDF2.exec(text) ?? [];
  if (rounds === undefined || !isKey(key)) {
    return { wrong: "is not a whole PBKDF2 hash: $pbkdf2-sha256$i=…$…$… with salt and key in base64" };
  }
  const isKnown = digest === "sha256" || digest === "sha512";
  return pbkdf2(isKnown ? digest : "sha1", Number(rounds), { salt: plain(salt), isPlainSalt: false, key: plain(key) });
}

function readDjango(text: string): HashReading {
  const [, rounds, salt = "", key = ""] = /^pbkdf2_sha256\$(\d{1,12})\$([^$]+)\$([A-Za-z0-9+/]+=*)$/.exec(text) ?? [];
  if (rounds === undefined || !isKey(key)) {
    return { wrong: "is not a whole hash of Django's: pbkdf2_sha256$, rounds, $, salt, $ and the key in base64" };
  }
  return pbkdf2("sha256", Number(rounds), { salt, isPlainSalt: true, key });
}

function pbkdf2(
  digest: "sha1" | "sha256" | "sha512",
  rounds: number,
  rest: { readonly salt: string; readonly isPlainSalt: boolean; readonly key: string },
): HashReading {
  const most = hashBounds.pbkdf2.rounds;
  if (rounds < 1 || rounds > most) {
    return { wrong: `has ${rounds} rounds of PBKDF2; there may be from 1 to ${most.toLocaleString("en")}` };
  }
  return { method: "pbkdf2", work: `pbkdf2 ${digest} ${rounds} ${bytesOf(rest.key)}`, digest, rounds, ...rest };
}

const bytesOf = (base64: string): number => Math.floor((base64.replace(/=+$/, "").length * 3) / 4);
const isKey = (base64: string): boolean => bytesOf(base64) >= KEY.least && bytesOf(base64) <= KEY.most;
/** Some systems write `.` for `+`, to avoid escaping. */
const plain = (base64: string): string => base64.replaceAll(".", "+");

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^[0-9a-f]{32}$/i, "is an MD5 hash"],
  [/^(\$1\$|\$apr1\$|md5\$|\{S?MD5\})/i, "is an MD5 hash"],
  [/^(\$P\$|\$H\$)/, "is a phpass hash (MD5)"],
  [/^([0-9a-f]{40}|sha1\$.*|\{S?SHA\}.*)$/i, "is a SHA-1 hash"],
  [/^([0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i, "is an unsalted SHA-2 hash"],
  [/^\$[56]\$/, "is a SHA-crypt hash"],
  [/^\$argon2[id]\$/, "is an argon2 hash other than argon2id"],
  [/^\$2x?\$/, "is a bcrypt hash of a faulty old version"],
];

function nameOf(text: string): string {
  return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? "is a hash of an unknown kind";
}
