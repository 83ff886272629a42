import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import {
  Component,
  type ComponentType,
  Fragment,
  lazy,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
} from "react";
import { words as common } from "#words/common";
import { words } from "#words/screens";
import { brand } from "../settings/settings.ts";
import { isReloading } from "../storage/reload-once.ts";
import { Screen } from "./screen.tsx";

type Frame = ComponentType<{ children: ReactNode }>;

export interface Part<Props> {
  readonly Part: ComponentType<Props>;
  /** Loads the file; otherwise the part loads it when it is first drawn. */
  readonly fetch: () => Promise<void>;
  /** Returns whether the file has been loaded. */
  readonly isHere: () => boolean;
}

/**
 * A component in a separate file, which loads when the component is first drawn. If the file cannot be loaded, the component says
 * so in its place.
 *
 * @param Frame drawn around this message, for a whole page.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Frame: Frame = Fragment,
): ComponentType<Props> {
  const request = () => lazy(async () => ({ default: await loadFile(load) }));
  const First = request();
  return function Later(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props>>(() => First);
    return (
      <FileBoundary Frame={Frame} onRetry={() => setShown(request)}>
        <Shown {...props} />
      </FileBoundary>
    );
  };
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
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Frame: Frame = Fragment,
): Part<Props> {
  let fetched: ComponentType<Props> | null = null;
  const Later = later(load, Frame);
  return {
    Part: function Part(props: Props) {
      // Stays the same while mounted, because another component would lose the typed text.
      const [Shown] = useState<ComponentType<Props>>(() => fetched ?? Later);
      return <Shown {...props} />;
    },
    fetch: async () => {
      fetched = await loadFile(load);
    },
    isHere: () => fetched !== null,
  };
}

/** The frame of a page whose file is missing. */
export function MissingScreen({ children }: { children: ReactNode }) {
  return (
    <Screen title={words.failureTitle} width="text">
      {children}
    </Screen>
  );
}

/** A file of the portal could not be loaded. */
class MissingFileError extends Error {}

async function loadFile<File>(load: () => Promise<File>): Promise<File> {
  try {
    return await load();
  } catch (error) {
    // The page is about to be replaced.
    if (isReloading()) return await new Promise(() => undefined);
    throw new MissingFileError("A file of the portal could not be loaded.", { cause: error });
  }
}

interface FileBoundaryProps {
  Frame: Frame;
  onRetry: () => void;
  children: ReactNode;
}

class FileBoundary extends Component<FileBoundaryProps, { error: unknown; failures: number }> {
  override state = { error: null, failures: 0 };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    this.setState(({ failures }) => ({ failures: failures + 1 }));
  }

  readonly #retry = () => {
    startTransition(() => {
      this.props.onRetry();
      this.setState({ error: null });
    });
  };

  override render() {
    const { error, failures }: { error: unknown; failures: number } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof MissingFileError)) throw error;
    const { Frame } = this.props;
    return (
      <Frame>
        <MissingFile mayBeLost={failures > 1 || Frame !== Fragment} onRetry={this.#retry} />
      </Frame>
    );
  }
}

/**
 * Reports in the place of a part that its file is missing. It is loaded when the network is back, or when the person asks.
 *
 * @param mayBeLost true if the person should reload the page, because nothing else of it is shown or another try failed.
 */
function MissingFile({ mayBeLost, onRetry }: { mayBeLost: boolean; onRetry: () => void }) {
  useEffect(() => {
    window.addEventListener("online", onRetry);
    return () => window.removeEventListener("online", onRetry);
  }, [onRetry]);
  // Some browsers do not request a file again that they could not load.
  const isLost = mayBeLost && navigator.onLine;
  return (
    <Notice
      kind="danger"
      action={
        <Button small onClick={isLost ? () => location.reload() : onRetry}>
          {isLost ? words.reload : common.tryAgain}
        </Button>
      }
    >
      {isLost ? words.missingText(brand.supportEmail) : navigator.onLine ? words.missingPart : common.offlinePart}
    </Notice>
  );
}
