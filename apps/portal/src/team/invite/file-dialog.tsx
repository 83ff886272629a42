import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Seat } from "@foyer/contract/seats";
import { FormDialog } from "@foyer/ui/form-dialog";
import { Progress } from "@foyer/ui/spinner";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { words as common } from "#words/common";
import { words } from "#words/team";
import { QueryFailure } from "../../shared/screens/loaded.tsx";
import { seatsQuery } from "../../shared/subscription/subscription-queries.ts";
import { flushSync } from "react-dom";
import { type AddressList, readAddressList } from "./address-list.ts";
import { ColumnQuestion } from "./column-question.tsx";
import { InvitePreview, Progressing } from "./invite-preview.tsx";
import { MoreSeats, type OpenChangeSeats } from "./more-seats.tsx";
import { sendCounts } from "./send-run.ts";
import { type Sending, useSendRun } from "./use-send-run.ts";

interface FileDialogProps {
  license: ManagedLicense;
  /** The content of the file. */
  text: string;
  onChangeSeats: OpenChangeSeats;
  onClose: () => void;
}

/**
 * A file's rows, each with its expected result; then the sending, each with its actual result. The seat list decides
 * the expected results: until it has loaded none are shown, and each refetch computes them again.
 */
export function FileDialog({ license, text, onChangeSeats, onClose }: FileDialogProps) {
  const seats = useQuery(seatsQuery(license.id));
  const sending = useSendRun(license.id);
  const [column, setColumn] = useState<number | null>(null);
  const list = useMemo(
    () => (seats.data ? readAddressList(text, seats.data, license.available_seats, column) : null),
    [text, seats.data, license.available_seats, column],
  );
  const { run } = sending;
  const missing = list?.counts.no_seat_left ?? 0;

  function changeSeats(wanted: number) {
    // The dialog moves the focus when it closes; only after that may the next one open.
    flushSync(onClose);
    onChangeSeats?.(wanted);
  }

  return (
    <FormDialog
      title={words.fileTitle}
      wide
      {...buttonsOf(list, sending, onClose)}
      busy={run?.isSending ?? false}
      waiting={run?.isSending ? { text: "", stop: common.stop, onStop: sending.stop } : undefined}
      onClose={onClose}
    >
      {run && <Progressing run={run} waitsFor={sending.waitsFor} />}
      {!run && !list && <SeatsAwaited seats={seats} />}
      {!run && list?.choice && <ColumnQuestion choice={list.choice} onChoose={setColumn} />}
      {!run && list && !list.choice && (
        <InvitePreview list={list}>
          {missing > 0 && (
            <div>
              <MoreSeats
                license={license}
                missing={missing}
                label={words.moreSeats}
                onChangeSeats={onChangeSeats && changeSeats}
              />
            </div>
          )}
        </InvitePreview>
      )}
    </FormDialog>
  );
}

/** The last button stays the same element, so that it keeps the focus: Invite, busy, Done. */
function buttonsOf(list: AddressList | null, { run, start, retry }: Sending, onClose: () => void) {
  if (run && !run.isSending) {
    const retryFailed = sendCounts(run).failed > 0 ? words.retryFailed : null;
    return { submit: words.done, onSubmit: onClose, cancel: retryFailed, onCancel: retry };
  }
  const good = run?.addresses ?? (list?.choice ? null : list?.good);
  if (!good) return { submit: null, onSubmit: onClose, cancel: words.cancel };
  const isNobody = good.length === 0;
  const submit = isNobody ? words.nobodyToInvite : words.inviteCount(good.length);
  return { submit, ready: !isNobody, onSubmit: () => start(good), cancel: words.cancel };
}

/** Shown while the seat list is loading, or if it failed to load. */
function SeatsAwaited({ seats }: { seats: UseQueryResult<readonly Seat[]> }) {
  if (!seats.isError) return <Progress label={words.readingSeats} />;
  return <QueryFailure title={words.seatsFailed} query={seats} />;
}
