import { callFile } from "@foyer/api-client/call-file";
import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { ApiError } from "@foyer/api-client/errors";
import type { PersonalSeat } from "@foyer/contract/seats";
import type { ErrorEnvelope } from "@foyer/contract/error-envelope";
import { isOfProduct } from "@foyer/domain/activations";
import { formatDate } from "@foyer/domain/dates";
import type { OfflineRequest } from "@foyer/domain/offline-request";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Fact, Facts } from "@foyer/ui/section";
import { useState } from "react";
import { words } from "#words/offline";
import { api } from "../shared/requests/api.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { Actions, Panel } from "../shared/screens/panel.tsx";
import { fileNameOf, saveFile } from "../shared/screens/save-file.ts";
import { noteNavigation, Screen } from "../shared/screens/screen.tsx";
import { brand } from "../shared/settings/settings.ts";
import { shownName } from "../shared/settings/shown-name.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";

export type Devices = CallReply<"listActivations">;

const SHOWN_AT_FIRST = 10;

interface OfflineDeviceProps {
  request: OfflineRequest;
  devices: Devices;
  seats: readonly PersonalSeat[];
  onAnother: () => void;
}

/** Shows the device and its seat. Activates the device only after a click. */
export function OfflineDevice({ request, devices, seats, onAnother }: OfflineDeviceProps) {
  const [made, setMade] = useState<Made | null>(null);
  const limit = likelyLimit(devices, request);
  const making = useSubmit(async (replace: string | null) => {
    const file = await madeFile(request, limit?.offline_days ?? 1, replace);
    save(request, file.text);
    noteNavigation();
    setMade(file);
  });
  if (made !== null) {
    const seat = seatName(seats, made.license, request.product);
    return <Done file={made.text} seat={seat} onAgain={() => save(request, made.text)} onAnother={onAnother} />;
  }
  const why = whyNot(limit);
  return (
    <Screen title={words.offlineTitle} heading={words.found} width="text">
      {why !== null && <Notice kind="warning" announced={false} title={why} />}
      {refusalOf(making.failure) === "activation.limit" ? (
        <Full failure={making.failure} busy={making.busy} onReplace={(id) => making.submit(id)} />
      ) : (
        <FailureNotice failure={making.failure} />
      )}
      <Panel>
        <Facts>
          <Fact name={words.device}>{request.name ?? words.unnamed}</Fact>
          {request.platform !== null && <Fact name={words.platform}>{request.platform}</Fact>}
          <Fact name={words.seat}>
            {limit ? seatName(seats, limit.registration_id, limit.product_id) : productName(request.product)}
          </Fact>
          {limit?.file_until && (
            <Fact name={words.until}>{words.untilOf(formatDate(limit.file_until), limit.offline_days)}</Fact>
          )}
        </Facts>
      </Panel>
      <Actions>
        <Button disabled={making.busy} onClick={onAnother}>
          {words.another}
        </Button>
        <Button look="primary" busy={making.busy} disabled={why !== null} onClick={() => making.submit(null)}>
          {words.make}
        </Button>
      </Actions>
    </Screen>
  );
}

type Limit = Devices["limits"][number];

/** Returns the license that the service will choose: the oldest of the product with a free place. */
function likelyLimit({ limits }: Devices, { product }: OfflineRequest): Limit | undefined {
  const fitting = limits.filter(({ product_id: id }) => isOfProduct(id, product));
  return fitting.find(({ taken, limit }) => taken < limit) ?? fitting[0];
}

function whyNot(limit: Limit | undefined): string | null {
  if (!limit) return words.noSeat;
  if (limit.offline_days === 0) return words.noFiles;
  return limit.file_until === null ? words.notPaid : null;
}

function productName(productId: string): string {
  return brand.products.find(({ code }) => productId.split("-")[0] === code)?.name ?? productId;
}

/** Returns a name that distinguishes the seat from the person's other seats. */
function seatName(seats: readonly PersonalSeat[], license: string, product: string): string {
  const nameOf = ({ description, product_id: id, owners }: PersonalSeat): string => {
    const name = shownName(description, id ?? product);
    return owners[0] === undefined ? name : words.seatOf(name, owners[0]);
  };
  const seat = seats.find(({ registration_id: id }) => id === license);
  if (!seat) return productName(product);
  const name = nameOf(seat);
  return seats.some((other) => other !== seat && nameOf(other) === name) ? words.seatOfLicense(name, license) : name;
}

interface Made {
  text: string;
  /** The license that the service chose. */
  license: string;
}

/** Activates the device, instead of the device `replace` if given, and returns its file. */
async function madeFile(request: OfflineRequest, days: number, replace: string | null): Promise<Made> {
  const { product, fingerprint, name, platform } = request;
  const { activation } = await call(api, "activate", {
    body: {
      product_id: product,
      fingerprint,
      ...(name === null ? {} : { name }),
      ...(platform === null ? {} : { platform }),
      ...(replace === null ? {} : { replace }),
    },
  });
  const file = await callFile(api, "makeMachineFile", {
    params: { activation: activation.id },
    body: { days, fingerprint },
  });
  return { text: await file.content.text(), license: activation.registration_id };
}

function save({ name }: OfflineRequest, text: string) {
  saveFile(`${fileNameOf(name ?? "device")}.machine`, "application/octet-stream", text);
}

interface FullProps {
  failure: unknown;
  busy: boolean;
  onReplace: (id: string) => void;
}

/** Shown if all places are taken: the devices, of which one can be replaced. */
function Full({ failure, busy, onReplace }: FullProps) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  // The service adds them to this refusal.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const devices = failure instanceof ApiError ? ((failure.body as Partial<ErrorEnvelope>).activations ?? []) : [];
  // A device with a valid file keeps its place, so replacing it would free none.
  const withFiles = devices.filter(({ offline_until: until }) => until !== null);
  const replaceable = devices.filter(({ offline_until: until }) => until === null);
  return (
    <Notice kind="warning" title={replaceable.length > 0 ? words.full : words.fullOfFiles} answers>
      {devices.length === 0 && <p>{words.fullOfOthers}</p>}
      {withFiles.slice(0, shown).map(({ id, name, offline_until: until }) => (
        <p key={id}>{words.keepsPlace(name ?? words.unnamed, formatDate(until ?? ""))}</p>
      ))}
      <Actions>
        {replaceable.slice(0, shown).map(({ id, name }) => (
          <Button key={id} small busy={busy} onClick={() => onReplace(id)}>
            {words.replaceOf(name ?? words.unnamed)}
          </Button>
        ))}
        {Math.max(withFiles.length, replaceable.length) > shown && (
          <Button small look="quiet" onClick={() => setShown(devices.length)}>
            {words.showAll(devices.length)}
          </Button>
        )}
      </Actions>
    </Notice>
  );
}

interface DoneProps {
  file: string;
  seat: string;
  onAgain: () => void;
  onAnother: () => void;
}

function Done({ file, seat, onAgain, onAnother }: DoneProps) {
  const end = endOf(file);
  return (
    <Screen title={words.offlineTitle} heading={words.done} width="text" key="done">
      <p role="status">
        {words.doneHelp} {end !== null && words.doneUntil(formatDate(end))}
      </p>
      <Facts>
        <Fact name={words.seat}>{seat}</Fact>
      </Facts>
      <Actions>
        <Button onClick={onAnother}>{words.another}</Button>
        <Button look="primary" onClick={onAgain}>
          {words.downloadAgain}
        </Button>
      </Actions>
    </Screen>
  );
}

/** Returns the end date in the file; null without one. Only the device checks whether the file is genuine. */
function endOf(file: string): string | null {
  const content = (base64: string): unknown => JSON.parse(atob(base64));
  try {
    const { enc } = content(file.replaceAll(/-----[A-Z ]+-----|\s/g, "")) as { enc: string };
    const { meta } = content(enc) as { meta: { expiry: string } };
    return meta.expiry;
  } catch {
    return null;
  }
}
