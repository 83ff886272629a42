import { type ComponentType, lazy, useState } from "react";

export interface Part<Props> {
  readonly Part: ComponentType<Props>;
  /** Fetches the file; without it the part is fetched when it is first drawn. */
  readonly fetch: () => Promise<void>;
  /** Whether the file has been fetched. */
  readonly isHere: () => boolean;
}

/**
 * A part of the portal in a file of its own. Where the file is there already it is drawn at once, as any component; one that is
 * `lazy` makes a pause even then, and React shows what comes after a pause a third of a second later.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let fetched: ComponentType<Props> | null = null;
  const Later = lazy(async () => ({ default: await load() }));
  return {
    Part: function Part(props: Props) {
      // The same for as long as it stands: another component would lose what was typed.
      const [Shown] = useState<ComponentType<Props>>(() => fetched ?? Later);
      return <Shown {...props} />;
    },
    fetch: async () => {
      fetched = await load();
    },
    isHere: () => fetched !== null,
  };
}
