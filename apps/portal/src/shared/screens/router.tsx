import {
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import {
  createPath,
  type NavigateOptions,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  useHref,
  useLocation,
  useNavigate,
  useResolvedPath,
} from "react-router";

// The library's own router component and links also support its data and framework modes, which cost 4 KB.

/** The router over the browser's history, like the library's `BrowserRouter`. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setPlace] = useState(() => ({ action: history.action, location: history.location }));
  useLayoutEffect(() => history.listen((place) => startTransition(() => setPlace(place))), [history]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "target" | "download"> {
  /** A path of the portal. */
  to: string;
  /** Given to the page that the link opens, as `location.state`. */
  state?: unknown;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to a page of the portal, which opens without loading the portal again. */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to);
  const path = createPath(useResolvedPath(to));
  const here = createPath(useLocation());
  const navigate = useNavigate();
  function clicked(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    // With a modifier or another button, the browser opens a new tab or window.
    const { metaKey, altKey, ctrlKey, shiftKey, button } = event;
    if (event.defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
    event.preventDefault();
    void navigate(to, { state, replace: path === here });
  }
  return (
    <a {...rest} href={href} onClick={clicked}>
      {children}
    </a>
  );
}

interface NavLinkProps extends LinkProps {
  /** The link is current only on its own page, and not on pages below it. */
  end?: boolean;
}

/** A link that says whether its page is the current one. */
export function NavLink({ to, end = false, ...rest }: NavLinkProps) {
  const path = useResolvedPath(to).pathname.toLowerCase();
  const here = useLocation().pathname.toLowerCase();
  const isCurrent = here === path || (!end && here.startsWith(`${path}/`));
  return <Link {...rest} to={to} aria-current={isCurrent ? "page" : undefined} />;
}

type Change = URLSearchParams | Record<string, string> | ((now: URLSearchParams) => URLSearchParams);

/** The parameters of the address, and a function that navigates to the same path with others. */
export function useSearchParams(): [URLSearchParams, (change: Change, options?: NavigateOptions) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback(
    (change: Change, options?: NavigateOptions) => {
      const next = typeof change === "function" ? change(new URLSearchParams(params)) : change;
      void navigate(`?${new URLSearchParams(next)}`, options);
    },
    [navigate, params],
  );
  return [params, setParams];
}
