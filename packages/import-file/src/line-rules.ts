import type { SeatStatus } from "@foyer/domain/seats";
import type { z } from "zod";
import { shown } from "./faults.ts";

// Rules between the fields of one line. They apply if each field is valid by itself and none is unknown.

function fault(context: z.RefinementCtx, field: string, message: string): void {
  if (context.issues.length === 0) context.addIssue({ code: "custom", path: [field], message });
}

export function passwordRules(
  account: { readonly password: string | null; readonly password_hash: string | null },
  context: z.RefinementCtx,
): void {
  if (account.password === null || account.password_hash === null) return;
  fault(context, "password_hash", "cannot stand beside password; leave one of them out");
}

interface GivenSeat {
  readonly username: string | null;
  readonly email: string | null;
  readonly status: SeatStatus | null;
  readonly reference: string | null;
}

export function seatRules({ username, email, status, reference }: GivenSeat, context: z.RefinementCtx): void {
  if (username === null && email === null) {
    fault(context, "line", "names neither username nor email; a seat has exactly one of them");
  } else if (username !== null && email !== null) {
    fault(context, "email", "cannot stand beside username; a seat has exactly one of them");
  } else if (email !== null && status !== null && status !== "pending") {
    fault(context, "status", `${shown(status)} goes with username; with email it is pending`);
  } else if (username !== null && status === "pending") {
    fault(context, "status", '"pending" goes with email; with username it is active or expiring');
  } else if (username !== null && reference !== null) {
    fault(context, "reference", "belongs to a pending invitation; leave it out, or name an email in place of username");
  }
}

export function licenseRules(
  license: { readonly activation_limit: number | null; readonly activation_limit_until: Date | null },
  context: z.RefinementCtx,
): void {
  const { activation_limit: limit, activation_limit_until: until } = license;
  if (limit !== null && until === null) {
    fault(context, "activation_limit_until", "is missing; activation_limit needs it");
  } else if (limit === null && until !== null) {
    fault(context, "activation_limit", "is missing; activation_limit_until needs it");
  }
}

interface GivenDevice {
  readonly username: string | null;
  readonly seat: string | null;
  readonly fingerprint: string | null;
  readonly fingerprint_hash: string | null;
  readonly fingerprint_key: string | null;
  readonly ended: Date | null;
  readonly ended_by: string | null;
}

export function deviceRules(device: GivenDevice, context: z.RefinementCtx): void {
  const { fingerprint, fingerprint_hash: hash, fingerprint_key: key, ended, ended_by: endedBy } = device;
  if (device.username === null && device.seat !== null) {
    fault(context, "seat", "belongs to username; leave it out, as a device that was activated by key has no seat");
  } else if (fingerprint === null && hash === null) {
    fault(context, "line", "has neither fingerprint nor fingerprint_hash; a device has exactly one of them");
  } else if (fingerprint !== null && hash !== null) {
    fault(context, "fingerprint_hash", "cannot be next to fingerprint; a device has exactly one of them");
  } else if (hash !== null && key === null) {
    fault(context, "fingerprint_key", "is missing; fingerprint_hash needs the key that export writes with it");
  } else if (hash === null && key !== null) {
    fault(context, "fingerprint_key", "belongs to fingerprint_hash; leave it out");
  } else if (ended === null && endedBy !== null) {
    fault(context, "ended_by", "belongs to a device that has ended; leave it out, or add ended");
  }
}
