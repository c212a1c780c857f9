import { discardKept, isWaiting } from "#app/client/offline/kept-changes.ts";
import { useKept } from "#app/client/offline/use-kept.ts";
import type { KeptChange } from "#app/domain/tasks/offline/limits.ts";

/** Lists the changes that wait for a connection and those that could not be saved. */
export function KeptChanges() {
  const kept = useKept();
  const waiting = kept.filter(isWaiting);
  const refused = kept.filter((change) => !isWaiting(change));
  return (
    <>
      <div role="status">
        {waiting.length > 0 && (
          <div className="notice mb-4">
            <p className="font-bold">
              {waiting.length === 1 ? "1 change waits" : `${waiting.length} changes wait`} for a connection
            </p>
            <ul className="kept-changes">
              {waiting.map((change) => (
                <li key={change.changeId}>
                  <KeptWords change={change} />
                  <DiscardButton change={change}>Discard</DiscardButton>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div role="alert">
        {refused.length > 0 && (
          <div className="notice mb-4">
            <p className="font-bold">I couldn&apos;t save this</p>
            <ul className="kept-changes">
              {refused.map((change) => (
                <li key={change.changeId}>
                  <KeptWords change={change} />
                  <DiscardButton change={change}>OK</DiscardButton>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </>
  );
}

const verbs = { add: "Add", complete: "Complete", reopen: "Reopen", move: "Move" };

function KeptWords({ change: { change, title, refused } }: { change: KeptChange }) {
  return (
    <span className="min-w-0 grow">
      {verbs[change.type]} <q dir="auto">{title}</q>
      {refused && `: ${refused}`}
    </span>
  );
}

function DiscardButton({ change, children }: { change: KeptChange; children: string }) {
  return (
    <button
      type="button"
      className="row-button"
      aria-label={`${children}: ${change.title}`}
      onClick={() => void discardKept(change.changeId)}
    >
      {children}
    </button>
  );
}
