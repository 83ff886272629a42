/** A way into the demo. */
export interface DemoSignIn {
  readonly username: string;
  readonly password: string;
  /** What this account shows. */
  readonly about: string;
}

/** The demo's people who can sign in, as `npm start` prints them; `demo-data.ts` holds what they have. */
export const demoSignIns: readonly DemoSignIn[] = [
  { username: "maya", password: "maya-demo-1", about: "manages a team of 25 seats, 18 used, on a yearly plan" },
  { username: "priya", password: "priya-demo-1", about: "manages 2,200 seats, fewer after the renewal" },
  { username: "theo", password: "theo-demo-1", about: "manages a team license that was bought for good" },
  { username: "erin", password: "erin-demo-1", about: "a monthly plan that is set to end, and one that has ended" },
  { username: "pavel", password: "pavel-demo-1", about: "a monthly plan whose last payment failed" },
  { username: "una", password: "una-demo-1", about: "upgrades that wait to be given to seats" },
  { username: "liam", password: "liam-demo-1", about: "legacy keys; one to add is OUT4-7Q2M-DEMO, owner Liam Moss" },
  { username: "sam", password: "sam-demo-1", about: "holds a seat of maya's team" },
  { username: "olive", password: "olive-demo-1", about: "an ordinary customer with licenses of her own" },
  { username: "frank", password: "frank-demo-1", about: "a member of the staff, with the admin area" },
];
