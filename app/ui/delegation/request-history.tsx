import { keptRequests } from "#app/domain/delegation/limits.ts";
import { DelegationBadge } from "./delegation-badge.tsx";
import type { RequestStatus } from "./status-text.ts";

export interface Entry {
  id: string;
  name: string;
  /** True if the viewer asked. */
  isOwn: boolean;
  method: "sms" | "whatsapp" | "email" | "link";
  /** "by SMS". */
  how: string;
  /** True if it includes the tasks that follow. */
  isForAll: boolean;
  /** True if it continues a yes to all, so that nobody was asked again. */
  isContinued: boolean;
  status: RequestStatus;
  answer: "accepted" | "declined" | null;
  line: string | null;
  /** "said yes to Tuesday, not yet to Friday". */
  notYet: string | null;
  askedOn: string;
  answeredOn: string | null;
  doneOn: string | null;
  endedOn: string | null;
  /** Asking somebody else ended it. */
  isReplaced: boolean;
  message: { words: string; isUnsent: boolean } | null;
}

export function RequestHistory({ requests }: { requests: Entry[] }) {
  if (requests.length === 0) return null;
  return (
    <section className="settings-section" aria-labelledby="asked">
      <h2 id="asked" className="section-title">
        Requests
      </h2>
      <ul className="task-list">
        {requests.map((request) => (
          <li key={request.id} className="past-request">
            <RequestEntry entry={request} />
          </li>
        ))}
      </ul>
      {requests.length >= keptRequests && (
        <p className="hint">Mila keeps the last {keptRequests} requests of a task.</p>
      )}
    </section>
  );
}

const endings: Partial<Record<RequestStatus, string>> = {
  withdrawn: "Request cancelled",
  superseded: "Given to someone else",
  completed: "Task completed",
  deleted: "Task deleted",
};

function beginning({ how, method, status, isOwn, isForAll, isContinued }: Entry): string {
  if (isContinued) return "By a yes for every time";
  const isSentByHand = method === "link" && status === "pending" && isOwn;
  return `${isSentByHand ? "You sent it" : `Asked ${how}`}${isForAll ? " for every time" : ""}`;
}

export function RequestEntry({ entry }: { entry: Entry }) {
  const { name, status, askedOn, doneOn, endedOn, isReplaced, message } = entry;
  const ending = isReplaced ? "Replaced by a new request" : endings[status];
  const badge =
    status === "pending" || status === "accepted" || status === "declined" ? status : "none";
  return (
    <div className="request-entry">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-bold" dir="auto">
          {name}
        </span>
        <DelegationBadge status={badge} />
      </p>
      <p className="hint">
        {beginning(entry)}, {askedOn}
      </p>
      {message && (status === "pending" || message.isUnsent) && (
        <p className={message.isUnsent ? "text-sm font-bold text-danger" : "hint"}>
          {message.words}
        </p>
      )}
      <Answer entry={entry} />
      {doneOn && <p className="hint">Done, {doneOn}</p>}
      {endedOn && ending && (
        <p className="hint">
          {ending}, {endedOn}
        </p>
      )}
    </div>
  );
}

function Answer({ entry: { name, answer, answeredOn, notYet, line } }: { entry: Entry }) {
  return (
    <>
      {answer && (
        <p className="hint">
          Said {answer === "accepted" ? "yes" : "no"}, {answeredOn}
        </p>
      )}
      {notYet && (
        <p>
          <bdi>{name}</bdi> {notYet}
        </p>
      )}
      {line && (
        <p>
          <q dir="auto">{line}</q>
        </p>
      )}
    </>
  );
}
