import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { cheapPasswords } from "./cheap-passwords.ts";

/** Cheap passwords with checks that can be held back, so that a test controls the order of concurrent calls. */
export interface HeldPasswords extends PasswordHasher {
  /** Holds back checks that begin from now on until they are released. */
  hold(): Hold;
}

interface Hold {
  /** Resolves after that many checks were made and wait. */
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
