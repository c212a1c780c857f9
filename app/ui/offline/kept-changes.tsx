import { adoptKept, discardKept } from "#app/ui/offline/kept-store.ts";
import { useKept } from "#app/ui/offline/use-kept.ts";
import { dueLabel } from "#app/ui/offline/with-kept.ts";
import { isStuck, isWaiting, type KeptChange } from "#app/domain/tasks/offline/limits.ts";

/** Lists the changes that wait for a connection and those that could not be saved. */
export function KeptChanges() {
  const next = useNextChanges();
  return (
    <>
      <div role="status">
        {next.length > 0 && <Group heading={countInWords(next)} changes={next} discard="Discard" />}
      </div>
      <KeptProblems />
    </>
  );
}

/** Returns the changes that will be sent automatically, in order. */
export function useNextChanges(): KeptChange[] {
  return useKept().filter((change) => isWaiting(change) && !isStuck(change));
}

export function KeptProblems() {
  const kept = useKept();
  const stuck = kept.filter((change) => isWaiting(change) && isStuck(change));
  return (
    <div role="alert">
      <Group heading="I can't save this yet. I'll keep trying" changes={stuck} discard="Discard" />
      <Group
        heading="Typed for the family you were in before. It isn't saved in this one"
        changes={kept.filter(({ isElsewhere }) => isElsewhere)}
        discard="Discard"
        adopt="Save here"
      />
      <Group
        heading="I couldn't save this"
        changes={kept.filter(({ refused }) => refused !== undefined)}
        discard="OK"
      />
    </div>
  );
}

export function countInWords(changes: readonly KeptChange[]): string {
  const count = changes.length === 1 ? "1 change waits" : `${changes.length} changes wait`;
  if (!changes.some(({ limitedAt }) => limitedAt)) return `${count} for a connection`;
  return `${count}. That's more than I can take at once, so I go on by myself in a while`;
}

interface KeptListProps {
  changes: KeptChange[];
  /** The label of the discard button. */
  discard: string;
  /** The label of a button that saves the change in this household. */
  adopt?: string;
}

function Group({ heading, ...list }: KeptListProps & { heading: string }) {
  if (list.changes.length === 0) return null;
  return (
    <div className="notice kept-group">
      <p className="font-bold">{heading}</p>
      <KeptList {...list} />
    </div>
  );
}

export function KeptList({ changes, discard, adopt }: KeptListProps) {
  return (
    <ul className="kept-changes">
      {changes.map((change) => (
        <li key={change.changeId}>
          <span className="min-w-0 grow">
            <KeptWords change={change} />
          </span>
          {adopt && (
            <button
              type="button"
              className="row-button"
              aria-label={`${adopt}: ${change.title}`}
              onClick={() => void adoptKept(change.changeId)}
            >
              {adopt}
            </button>
          )}
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
  );
}

const verbs = {
  add: "Add",
  remind: "Remind me tonight:",
  complete: "Complete",
  reopen: "Reopen",
  move: "Move",
  "item-add": "Add to a list:",
  "item-mark": "Tick",
  "item-delete": "Delete from a list:",
  "check-mark": "Tick",
};

export function KeptWords({ change: { change, title, refused } }: { change: KeptChange }) {
  return (
    <>
      {"isTicked" in change && !change.isTicked ? "Bring back" : verbs[change.type]}{" "}
      <q dir="auto">{title}</q>
      {change.type === "move" && ` to ${dueLabel(change)}`}
      {refused && `: ${refused}`}
    </>
  );
}
