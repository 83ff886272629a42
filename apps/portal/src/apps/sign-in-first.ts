import type { ReactNode } from "react";

/** Renders the sign-in form with content above it, and with the account name that an app expects. */
export type SignInFirst = (above: ReactNode, username?: string) => ReactNode;
