import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { cheapPasswords } from "./cheap-passwords.ts";

/** Cheap passwords whose checks can be held: what happens beside a slow hash is then a matter of order, not of luck. */
export interface HeldPasswords extends PasswordHasher {
  /** Checks that begin from now on end only when they are let go. */
  hold(): Hold;
}

interface Hold {
  /** Resolves once so many checks have been made and wait. */
  checked(count: number): Promise<void>;
  letGo(): void;
}

export function heldPasswords(): HeldPasswords {
  const hasher = cheapPasswords();
  let current: { passed: () => void; readonly opened: Promise<void> } | null = null;
  return {
    ...hasher,
    verify: async (stored, password) => {
      const held = current;
      const right = await hasher.verify(stored, password);
      held?.passed();
      await held?.opened;
      return right;
    },
    hold: () => {
      const { promise: opened, resolve: open } = Promise.withResolvers<void>();
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
      let passed = 0;
      let wanted = Number.POSITIVE_INFINITY;
      const look = (): void => {
        if (passed >= wanted) arrive();
      };
      current = {
        opened,
        passed: () => {
          passed++;
          look();
        },
      };
      return {
        checked: (count) => {
          wanted = count;
          look();
          return arrived;
        },
        letGo: () => {
          current = null;
          open();
        },
      };
    },
  };
}
