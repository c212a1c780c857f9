import { useState } from "react";
import type { KeptChange } from "#app/domain/tasks/offline/limits.ts";
import { Icon } from "../icons/icon.tsx";
import {
  countInWords,
  KeptList,
  KeptProblems,
  KeptWords,
  useNextChanges,
} from "./kept-changes.tsx";

/** Floats over the list: a change that waits must not move the next card under a finger. */
export function KeptBar() {
  const next = useNextChanges();
  return (
    <div className="kept-bar">
      <div role="status">{next.length > 0 && <Waiting changes={next} />}</div>
      <KeptProblems />
    </div>
  );
}

/** Folded, it names the last one: what was added offline stands nowhere else. */
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
