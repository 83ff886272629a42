import type { Repair } from "@foyer/contract/staff-wire";
import { isAddress } from "@foyer/domain/addresses";
import type { StaffAct } from "@foyer/domain/staff-rights";
import type { ReactNode } from "react";

/** A field in the dialog of an act. */
export interface ActField {
  /** Unique in its dialog. */
  readonly label: string;
  readonly hint?: string;
  /** A line above the field, or above the row of two half fields. */
  readonly note?: string | undefined;
  /** The value when the dialog opens; empty if absent. */
  readonly start?: string;
  /** How the value is typed; `name` if absent, for the name or id of something. */
  readonly kind?: "name" | "names" | "code" | "text" | "email" | "day" | "count" | "amount";
  /** Choices, for a field that is not typed. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Draws the field, if it is none of the above. */
  readonly draw?: (value: string, onChange: (value: string) => void) => ReactNode;
  /** True for a field beside the half field before or after it. */
  readonly isHalf?: boolean;
  readonly disabled?: boolean;
  /** By default, an `email` needs an address, and the others need any text. */
  readonly isValid?: (value: string) => boolean;
}

/** Returns what was typed in a field, without spaces around it. */
export type ValueOf = (field: ActField) => string;

interface ActOfAnyKind {
  /** The act in the table of rights: only staff who may do it see its button. */
  readonly needs: StaffAct;
  /** Label of the button that opens the dialog, and of the button that agrees. */
  readonly label: string;
  /** Accessible name of the button that opens the dialog, if several have the same label. */
  readonly name?: string;
  /** Label of the button that agrees, if it is another one. */
  readonly agree?: string;
  readonly title: string;
  /** The consequences of the act. */
  readonly text?: string;
  readonly fields?: readonly ActField[];
  /** False while a rule about several fields is broken. */
  readonly isReady?: (value: ValueOf) => boolean;
}

/** Returns the input of a repair's call: the fields of its own, the reason, and whether it is a preview. */
type RepairInput = <Own extends object>(
  own: Own,
) => { body: Own & { reason: string; preview: boolean }; idempotencyKey: string | undefined };

/** An act that is previewed, then done (ROLE-04). */
export interface OfferedRepair extends ActOfAnyKind {
  readonly isDangerous?: boolean;
  readonly send: (input: RepairInput, value: ValueOf) => Promise<Repair>;
}

/** An act that is done at once, without a preview. */
export interface PlainAct extends ActOfAnyKind {
  readonly act: (reason: string, value: ValueOf) => Promise<unknown>;
  /** Announced afterwards; absent if the act leaves the page. */
  readonly done?: string;
}

/** An act of staff as data. `ActDialog` asks for its fields and the reason, and carries it out. */
export type OfferedAct = OfferedRepair | PlainAct;

/** Returns true if a field can be sent with this value. */
export function isValid({ kind, isValid: isOwn }: ActField, value: string): boolean {
  if (isOwn) return isOwn(value);
  return kind === "email" ? isAddress(value) : value !== "";
}

/** Returns the last second of a day in UTC, as the wire writes it, because a last day counts completely; null for no day. */
export function endOfDay(day: string): string | null {
  return day === "" ? null : `${day}T23:59:59Z`;
}
