import { discardKept, isWaiting } from "#app/client/offline/kept-changes.ts";
import { useKept } from "#app/client/offline/use-kept.ts";
import { isStuck, type KeptChange } from "#app/domain/tasks/offline/limits.ts";

/** Lists the changes that wait for a connection and those that could not be saved. */
export function KeptChanges() {
  const kept = useKept();
  const waiting = kept.filter(isWaiting);
  const next = waiting.filter((change) => !isStuck(change));
  return (
    <>
      <div role="status">
        <Group
          heading={`${next.length === 1 ? "1 change waits" : `${next.length} changes wait`} for a connection`}
          changes={next}
          discard="Discard"
        />
      </div>
      <div role="alert">
        <Group heading="I can't save this yet. I'll keep trying" changes={waiting.filter(isStuck)} discard="Discard" />
        <Group heading="I couldn't save this" changes={kept.filter((change) => !isWaiting(change))} discard="OK" />
      </div>
    </>
  );
}

function Group({ heading, changes, discard }: { heading: string; changes: KeptChange[]; discard: string }) {
  if (changes.length === 0) return null;
  return (
    <div className="notice mb-4">
      <p className="font-bold">{heading}</p>
      <ul className="kept-changes">
        {changes.map((change) => (
          <li key={change.changeId}>
            <KeptWords change={change} />
            <button
              type="button"
              className="row-button"
              aria-label={`${discard}: ${change.title}`}
              onClick={() => void discardKept(change.changeId)}
            >
              {discard}
            </button>
          </li>
        ))}
      </ul>
    </div>
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
