import type { ReactNode } from "react";

/** The form that signs in, with what stands above it, and whom an app expects. */
export type SignInFirst = (above: ReactNode, username?: string) => ReactNode;
