import { call } from "@foyer/api-client/client";
import type { Seat } from "@foyer/contract/seats";
import type { StaffLicense, StaffLicensePage } from "@foyer/contract/staff-wire";
import { words } from "#words/admin-repairs";
import { words as devices } from "#words/admin-devices";
import { api } from "../../shared/requests/api.ts";
import { type ActField, endOfDay, type OfferedAct, type ValueOf } from "../repair/offered-act.ts";

const product: ActField = {
  label: words.productId,
  hint: words.productIdHint,
  kind: "code",
  isValid: (value) => /^[A-Z0-9-]+$/.test(value),
};
const description: ActField = { label: words.description, hint: words.descriptionHint, kind: "text" };
const seatCount: ActField = {
  label: words.totalSeats,
  kind: "count",
  start: "1",
  isValid: (value) => /^[1-9]\d{0,3}$/.test(value),
};
const expires: ActField = {
  label: words.expires,
  hint: words.expiresHint,
  kind: "day",
  isHalf: true,
  isValid: () => true,
};

export function createLicense(owner: string): OfferedAct {
  return {
    needs: "edit_license",
    label: words.createLicense,
    title: words.createLicenseTitle(owner),
    fields: [product, description, seatCount, expires],
    send: (input, value) =>
      call(
        api,
        "staffCreateLicense",
        input({
          owner,
          product_id: value(product),
          description: value(description),
          total_seats: Number(value(seatCount)),
          expires_date: endOfDay(value(expires)),
        }),
      ),
  };
}

/** Issues a key: somebody who knows the key and its owner's name can register it. */
export function issueKey(username: string): OfferedAct {
  const owner: ActField = { label: words.keyOwner, start: username };
  return {
    needs: "issue_key",
    label: words.issueKey,
    title: words.issueKeyTitle,
    text: words.issueKeyText,
    fields: [owner, product, description, seatCount],
    send: (input, value) =>
      call(
        api,
        "staffIssueKey",
        input({
          owner: value(owner),
          product_id: value(product),
          description: value(description),
          seats: Number(value(seatCount)),
        }),
      ),
  };
}

/** Changes a license; only changed fields are sent. */
export function editLicense(license: StaffLicense): OfferedAct {
  const followsSubscription = license.subscription_id !== null;
  const count = { kind: "count", isHalf: true, isValid: (value: string) => /^\d{1,4}$/.test(value) } as const;
  const name: ActField = { ...description, start: license.description };
  const seats: ActField = {
    ...count,
    label: words.totalSeats,
    start: String(license.total_seats),
    disabled: followsSubscription,
    note: followsSubscription ? words.seatsBySubscription : undefined,
  };
  const upgrades: ActField = { ...count, label: words.upgradesLeft, start: String(license.upgrades_remaining) };
  const end: ActField = { ...expires, isHalf: false, start: license.expires_date?.slice(0, 10) ?? "" };
  const fields = [name, seats, upgrades, end];
  const changed = (value: ValueOf, field: ActField) => value(field) !== (field.start ?? "").trim();
  return {
    needs: "edit_license",
    label: words.editLicense,
    title: words.editLicenseTitle,
    fields,
    isReady: (value) => fields.some((field) => changed(value, field)),
    send: (input, value) =>
      call(api, "staffEditLicense", {
        params: { id: license.id },
        ...input({
          ...(changed(value, name) ? { description: value(name) } : {}),
          ...(changed(value, seats) ? { total_seats: Number(value(seats)) } : {}),
          ...(changed(value, end) ? { expires_date: endOfDay(value(end)) } : {}),
          ...(changed(value, upgrades) ? { upgrades_remaining: Number(value(upgrades)) } : {}),
        }),
      }),
  };
}

/** Gives a license to other owners. */
export function transferLicense({ id, owners }: StaffLicense): OfferedAct {
  const namesIn = (value: string) => value.split(/[\s,]+/).filter((name) => name !== "");
  const names: ActField = {
    label: words.newOwners,
    kind: "names",
    start: owners.join("\n"),
    isValid: (value) => namesIn(value).length > 0,
  };
  return {
    needs: "edit_license",
    label: words.transfer,
    title: words.transferTitle,
    text: words.transferText,
    isDangerous: true,
    fields: [names],
    send: (input, value) =>
      call(api, "staffTransferLicense", { params: { id }, ...input({ owners: namesIn(value(names)) }) }),
  };
}

/** Sets another limit of devices for one license until a day, or returns to the product's limit. */
export function limitDevices({ id }: StaffLicense): OfferedAct {
  const limit: ActField = {
    label: devices.devices,
    hint: devices.devicesHint,
    kind: "count",
    isHalf: true,
    isValid: (value) => /^\d{0,4}$/.test(value),
  };
  const until: ActField = { label: devices.until, kind: "day", isHalf: true, isValid: () => true };
  return {
    needs: "edit_license",
    label: devices.limit,
    title: devices.limitTitle,
    text: devices.limitText,
    fields: [limit, until],
    isReady: (value) => value(limit) === "" || value(until) !== "",
    send: (input, value) => {
      const isBack = value(limit) === "";
      return call(api, "staffSetDeviceLimit", {
        params: { id },
        ...input({ limit: isBack ? null : Number(value(limit)), until: isBack ? null : endOfDay(value(until)) }),
      });
    },
  };
}

/** Replaces the key of a license. The page then shows the new key. */
export function replaceKey({ id }: StaffLicense): OfferedAct {
  const days: ActField = {
    label: words.keyDays,
    hint: words.keyDaysHint,
    kind: "count",
    start: "0",
    isHalf: true,
    isValid: (value) => /^([12]?\d|30)$/.test(value),
  };
  const activations: ActField = {
    label: words.keyActivations,
    start: "end",
    isHalf: true,
    options: [
      { value: "end", label: words.keyActivationsEnd },
      { value: "stay", label: words.keyActivationsStay },
    ],
  };
  return {
    needs: "issue_key",
    label: words.replaceKey,
    title: words.replaceKeyTitle,
    text: words.replaceKeyText,
    isDangerous: true,
    fields: [days, activations],
    send: (input, value) =>
      call(api, "staffReplaceKey", {
        params: { id },
        ...input({ days: Number(value(days)), keep_activations: value(activations) === "stay" }),
      }),
  };
}

const idsOf = (seats: readonly Seat[]) => seats.map(({ id }) => id);

export function freeSeats({ id }: StaffLicense, seats: readonly Seat[]): OfferedAct {
  return {
    needs: "free_seat",
    label: words.freeSeats,
    title: words.freeSeatsTitle(seats.length),
    text: words.freeSeatsText,
    isDangerous: true,
    send: (input) => call(api, "staffMoveSeats", { params: { id }, ...input({ seats: idsOf(seats) }) }),
  };
}

export function moveSeats({ id }: StaffLicense, seats: readonly Seat[]): OfferedAct {
  const to: ActField = { label: words.moveTo };
  return {
    needs: "free_seat",
    label: words.moveSeats,
    title: words.moveSeatsTitle(seats.length),
    text: words.moveSeatsText,
    isDangerous: true,
    fields: [to],
    send: (input, value) =>
      call(api, "staffMoveSeats", { params: { id }, ...input({ seats: idsOf(seats), to: value(to) }) }),
  };
}

export function resendInvitations({ id }: StaffLicense, seats: readonly Seat[]): OfferedAct {
  return {
    needs: "free_seat",
    label: words.resend,
    title: words.resendTitle(seats.length),
    text: words.resendText,
    send: (input) => call(api, "staffResendInvitation", { params: { id }, ...input({ seats: idsOf(seats) }) }),
  };
}

export type Device = NonNullable<StaffLicensePage["activations"]>[number];

export const nameOf = ({ name }: Device): string => name ?? devices.unnamed;

/** Frees a live device; of a leaving one, releases its place at once. */
export function freeDevice(device: Device): OfferedAct {
  const { id: activation, username } = device;
  const name = nameOf(device);
  const isLive = device.state === "live";
  return {
    needs: "free_seat",
    label: isLive ? devices.free : devices.release,
    name: (isLive ? devices.freeOf : devices.releaseOf)(name),
    title: (isLive ? devices.freeTitle : devices.releaseTitle)(name, username),
    text: isLive ? devices.freeText : devices.releaseText,
    isDangerous: true,
    send: (input) => call(api, "staffFreeDevice", { params: { activation }, ...input({ release: !isLive }) }),
  };
}
