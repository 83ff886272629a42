// A model of the accounts service in plain maps and lists, written without its code. `accounts-model.test.ts` applies the same
// calls to both and compares them. Times are seconds; people, addresses and licenses have short names as ids.

export interface ModelSeat {
  email: string;
  /** Null for an invitation. */
  username: string | null;
  status: "active" | "expiring" | "pending";
  /** Creation number: a higher one is newer. */
  readonly made: number;
  readonly createdAt: number;
  expiresAt: number;
}

export interface ModelLicense {
  readonly owner: string;
  total: number;
  seats: ModelSeat[];
  subscription: null | { quantity: number; next: number | null; isActive: boolean };
}

export interface ModelPerson {
  email: string;
  password: string;
  pending: null | {
    readonly address: string;
    readonly former: string;
    readonly expiresAt: number;
    /** The session that asked for it. */
    readonly session: number;
  };
  undos: { readonly address: string; readonly at: number; readonly expiresAt: number; isLive: boolean }[];
  /** Reset links in the order of their mails; only the last can be live. */
  resets: { readonly expiresAt: number; isLive: boolean }[];
  hasSession: boolean;
  /** Number of sessions before the present one. */
  session: number;
}

export interface Model {
  now: number;
  made: number;
  readonly people: Map<string, ModelPerson>;
  readonly licenses: Map<string, ModelLicense>;
  keyOwner: string | null;
  isUpgraded: boolean;
}

/** The expected answer: 200, or the status and code of the refusal. */
export type Outcome = "200" | `${number} ${number}`;

const DAY = 86_400;
const HOUR = 3_600;
const INVITATION = 30 * DAY;

export const ownerOf = (model: Model, address: string): string | null =>
  [...model.people].find(([, person]) => person.email === address)?.[0] ?? null;

export function addPerson(model: Model, name: string, email: string, password: string): void {
  model.people.set(name, { email, password, pending: null, undos: [], resets: [], hasSession: true, session: 0 });
}

export function signUp(model: Model, name: string, address: string, password: string): Outcome {
  if (ownerOf(model, address)) return "422 11010";
  if (model.people.has(name)) return "422 3025";
  addPerson(model, name, address, password);
  return "200";
}

export function askReset(model: Model, person: ModelPerson): void {
  for (const link of person.resets) link.isLive = false;
  person.resets.push({ expiresAt: model.now + HOUR, isLive: true });
}

export function useReset(model: Model, person: ModelPerson, at: number, password: string): Outcome {
  const link = person.resets[at];
  if (!link?.isLive || link.expiresAt <= model.now) return "410 3028";
  link.isLive = false;
  person.password = password;
  person.pending = null;
  person.hasSession = false;
  return "200";
}

export function changePassword(person: ModelPerson, old: string, password: string): Outcome {
  if (old !== person.password) return "422 3022";
  person.password = password;
  person.pending = null;
  for (const link of person.resets) link.isLive = false;
  return "200";
}

export function askEmail(model: Model, person: ModelPerson, address: string): Outcome {
  if (address === person.email) return "422 3020";
  if (ownerOf(model, address)) return "422 11010";
  person.pending = { address, former: person.email, expiresAt: model.now + DAY, session: person.session };
  person.undos.push({ address: person.email, at: model.now, expiresAt: model.now + 3 * DAY, isLive: true });
  return "200";
}

/** Gives a seat to a holder's address and deletes an invitation of that address to the same license. */
function takeAddress(license: ModelLicense, held: ModelSeat, address: string): void {
  license.seats = license.seats.filter((seat) => seat === held || seat.email !== address);
  held.email = address;
}

function setEmail(model: Model, name: string, person: ModelPerson, address: string): void {
  person.email = address;
  for (const license of model.licenses.values()) {
    const held = license.seats.find(({ username }) => username === name);
    if (held) takeAddress(license, held, address);
  }
}

/** @param link the newest link, or an earlier one. */
export function confirmEmail(model: Model, name: string, person: ModelPerson, link: "newest" | "older"): Outcome {
  const { pending } = person;
  if (link === "older" || !pending || pending.expiresAt <= model.now || pending.former !== person.email) {
    return "410 3021";
  }
  if (ownerOf(model, pending.address)) return "422 11010";
  person.pending = null;
  if (pending.session !== person.session) person.hasSession = false;
  setEmail(model, name, person, pending.address);
  for (const reset of person.resets) reset.isLive = false;
  return "200";
}

export function undoEmail(model: Model, name: string, person: ModelPerson, at: number): Outcome {
  const undo = person.undos[at];
  if (!undo?.isLive || undo.expiresAt <= model.now) return "410 3021";
  if (person.email !== undo.address && ownerOf(model, undo.address)) return "422 11010";
  if (person.email !== undo.address) setEmail(model, name, person, undo.address);
  undo.isLive = false;
  for (const other of person.undos) if (other.at >= undo.at) other.isLive = false;
  for (const reset of person.resets) reset.isLive = false;
  person.pending = null;
  person.hasSession = false;
  return "200";
}

const hasEnded = (license: ModelLicense): boolean => license.subscription?.isActive === false;

export function invite(model: Model, license: ModelLicense, addresses: readonly string[]): Outcome {
  if (hasEnded(license)) return "409 12008";
  const seated = new Set(license.seats.map(({ email }) => email));
  const wanted = [...new Set(addresses)].filter((address) => !seated.has(address));
  if (license.seats.length + wanted.length > license.total) return "409 12003";
  for (const email of wanted) {
    const made = ++model.made;
    license.seats.push({
      email,
      username: null,
      status: "pending",
      made,
      createdAt: model.now,
      expiresAt: model.now + INVITATION,
    });
  }
  return "200";
}

/** @param seat undefined for a reference that is no longer valid. */
export function accept(model: Model, name: string, license: ModelLicense, seat: ModelSeat | undefined): Outcome {
  if (!seat) return "410 12001";
  if (license.seats.some(({ username }) => username === name)) return "409 12004";
  if (seat.expiresAt <= model.now) return "410 12001";
  if (hasEnded(license)) return "409 12008";
  seat.username = name;
  takeAddress(license, seat, model.people.get(name)?.email ?? "");
  seat.status = "active";
  return "200";
}

export function resend(model: Model, license: ModelLicense, seat: ModelSeat | undefined): Outcome {
  if (seat?.status !== "pending") return "422 12005";
  if (hasEnded(license)) return "409 12008";
  seat.expiresAt = model.now + INVITATION;
  return "200";
}

export function remove(license: ModelLicense, seats: readonly ModelSeat[]): Outcome {
  license.seats = license.seats.filter((seat) => !seats.includes(seat));
  return "200";
}

export function mark(license: ModelLicense, release: readonly ModelSeat[], renew: readonly ModelSeat[]): Outcome {
  if (hasEnded(license)) return "409 12008";
  if (!license.subscription && release.length > 0) return "422 4000";
  const named = [...release, ...renew];
  if (named.some(({ status }) => status === "pending") || release.some((seat) => renew.includes(seat)))
    return "422 12005";
  const goesOn = (seat: ModelSeat): boolean =>
    renew.includes(seat) || (seat.status !== "expiring" && !release.includes(seat));
  const isRenewing = renew.some(({ status }) => status === "expiring");
  const room = license.subscription ? renewing(license) : license.total;
  if (isRenewing && license.seats.filter(goesOn).length > room) return "409 12007";
  for (const seat of release) seat.status = "expiring";
  for (const seat of renew) seat.status = "active";
  return "200";
}

export const renewing = ({ subscription }: ModelLicense): number => subscription?.next ?? subscription?.quantity ?? 0;

/** Removes seats until the rest fits, in this order of states, newest first. */
function shrink(license: ModelLicense, order: readonly ModelSeat["status"][]): void {
  const newest = (one: ModelSeat, other: ModelSeat): number => other.createdAt - one.createdAt || other.made - one.made;
  const losers = order.flatMap((status) => license.seats.filter((seat) => seat.status === status).toSorted(newest));
  remove(license, losers.slice(0, Math.max(0, license.seats.length - license.total)));
}

export type News =
  | { readonly kind: "more" | "fewer_next" | "restarted"; readonly quantity: number }
  | { readonly kind: "renewed" | "ended" };

/** Applies a report of the purchase service; returns false for an impossible one. */
export function takeNews(license: ModelLicense, news: News): boolean {
  const { subscription } = license;
  if (!subscription || subscription.isActive === (news.kind === "restarted")) return false;
  switch (news.kind) {
    case "more":
      if (news.quantity <= license.total) return false;
      Object.assign(subscription, { quantity: news.quantity, next: null });
      license.total = news.quantity;
      return true;
    case "fewer_next":
      if (news.quantity >= subscription.quantity) return false;
      subscription.next = news.quantity;
      return true;
    case "renewed":
      subscription.quantity = renewing(license);
      subscription.next = null;
      license.total = subscription.quantity;
      remove(
        license,
        license.seats.filter(({ status }) => status === "expiring"),
      );
      shrink(license, ["pending", "active"]);
      return true;
    case "ended":
      subscription.isActive = false;
      return true;
    case "restarted":
      Object.assign(subscription, { quantity: news.quantity, next: null, isActive: true });
      license.total = news.quantity;
      shrink(license, ["pending", "expiring", "active"]);
      for (const seat of license.seats) if (seat.status === "expiring") seat.status = "active";
      return true;
  }
}

export function register(model: Model, name: string, isRightOwner: boolean): Outcome {
  if (!isRightOwner || model.keyOwner === name) return "422 10200";
  if (model.keyOwner !== null) return "422 10201";
  model.keyOwner = name;
  return "200";
}

/** Activates two upgrades of the license `plain`, bought when it had four seats. */
export function upgrade(model: Model, chosen: readonly ModelSeat[], unassigned: number): Outcome {
  const from = model.licenses.get("plain");
  if (!from || model.isUpgraded) return "404 2004";
  if (chosen.some(({ status }) => status === "pending")) return "422 13003";
  const held = from.seats.filter(({ status }) => status !== "pending").length;
  const count = chosen.length + unassigned;
  if (count > 2 || unassigned > Math.max(0, Math.min(2, 4 - held))) return "422 13001";
  if (count < 2) return "422 13002";
  if (from.seats.length - chosen.length > from.total - 2) return "422 13001";
  remove(from, chosen);
  from.total -= 2;
  model.licenses.set("upgraded", { owner: from.owner, total: 2, seats: [...chosen], subscription: null });
  model.isUpgraded = true;
  return "200";
}
