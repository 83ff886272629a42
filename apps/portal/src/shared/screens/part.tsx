import { type ComponentType, lazy, useState } from "react";

export interface Part<Props> {
  readonly Part: ComponentType<Props>;
  /** Loads the file; otherwise the part loads it when it is first drawn. */
  readonly fetch: () => Promise<void>;
  /** Returns whether the file has been loaded. */
  readonly isHere: () => boolean;
}

/** A component in a separate file, which loads when the component is first drawn. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => ({ default: await load() }));
}

/**
 * Returns whether a person waits for the part's file, and a function that acts once the file has loaded, so that the part
 * appears complete. If the file fails to load, drawing the part requests it again and reports the failure there.
 */
export function useWhenHere({
  isHere,
  fetch,
}: Pick<Part<never>, "isHere" | "fetch">): [boolean, (act: () => void) => void] {
  const [isAwaited, setAwaited] = useState(false);
  async function whenHere(act: () => void) {
    if (isHere()) return act();
    setAwaited(true);
    await fetch().catch(() => null);
    setAwaited(false);
    act();
  }
  return [isAwaited, (act) => void whenHere(act)];
}

/**
 * A part of the portal in a separate file. If the file has already loaded, the part is drawn immediately like any
 * component. React's `lazy` would suspend even then, and React shows suspended content a third of a second later.
 */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let fetched: ComponentType<Props> | null = null;
  const Later = later(load);
  return {
    Part: function Part(props: Props) {
      // Stays the same while mounted, because another component would lose the typed text.
      const [Shown] = useState<ComponentType<Props>>(() => fetched ?? Later);
      return <Shown {...props} />;
    },
    fetch: async () => {
      fetched = await load();
    },
    isHere: () => fetched !== null,
  };
}
