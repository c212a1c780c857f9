import { useState } from "react";
import type { KeptChange } from "#app/domain/tasks/offline/limits.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { useCopy } from "#app/ui/offline/use-copy.ts";
import { useSending } from "#app/ui/offline/use-kept.ts";
import {
  countInWords,
  KeptList,
  KeptProblems,
  KeptWords,
  useNextChanges,
} from "./kept-changes.tsx";

/** Says that the page is a cached copy, opened without a connection, and what waits to be sent. */
export function OfflineNote() {
  const copiedAt = useCopy();
  useSending();
  return (
    <>
      {copiedAt && (
        <p className="notice mb-4" role="status">
          You&apos;re offline. This is how things were on {copiedAt}. You can add, complete and move
          tasks; I&apos;ll save it when you&apos;re back.
        </p>
      )}
      <KeptBar />
    </>
  );
}

/** Floats over the list, because a waiting change must not move the next card under a finger. */
function KeptBar() {
  const next = useNextChanges();
  return (
    <div className="kept-bar">
      <div role="status">{next.length > 0 && <Waiting changes={next} />}</div>
      <KeptProblems />
    </div>
  );
}

/** When folded, shows the last change, because tasks added offline appear nowhere else. */
function Waiting({ changes }: { changes: KeptChange[] }) {
  const [isOpen, setOpen] = useState(false);
  const last = changes.at(-1);
  return (
    <details
      className="notice kept-waiting"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className="min-w-0 grow">
          <span className="block font-bold">{countInWords(changes)}</span>
          {last && !isOpen && (
            <span className="block truncate">
              <KeptWords change={last} />
            </span>
          )}
        </span>
        <Icon name="chevron-right" />
      </summary>
      {isOpen && <KeptList changes={changes} discard="Discard" />}
    </details>
  );
}
