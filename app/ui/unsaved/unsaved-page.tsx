import { Link } from "@remix-run/react";
import {
  couldNotChange,
  couldNotDelegate,
  couldNotSave,
  couldNotSaveHere,
} from "#app/ui/saving/client-action.ts";
import type { UnsavedForm } from "#app/domain/tasks/offline/limits.ts";
import { MilaFace } from "../kit/mila-face.tsx";
import { UnsavedButtons } from "./unsaved-buttons.tsx";

interface UnsavedPageProps {
  /** In the log. */
  errorId: string;
  /** Why nothing can be saved now, if Mila knows. */
  why?: string;
  /** `typed`: the names of the fields that people fill in. */
  unsaved: UnsavedForm & { typed: readonly string[] };
}

const taskChange =
  /^\/(overdue|tasks\/[^/]+\/(complete|reopen|delete|restore|skip|date|choose|clear-date|restore-date|calendar))$/;

/** Without JavaScript: the server failed, and the page keeps the form. */
export function UnsavedPage({ errorId, why, unsaved }: UnsavedPageProps) {
  const path = unsaved.action.split("?")[0] ?? "";
  // A reminder is saved too.
  const offersReminder = !why && path !== "/remind-tonight";
  const words = unsaved.fields.filter(
    ([name, value]) => unsaved.typed.includes(name) && isWords(value),
  );
  const { title, message } = wordsFor(path);
  const hint = offersReminder ? message : couldNotSaveHere.message;
  return (
    <main id="main" tabIndex={-1} className="narrow-page text-center">
      <MilaFace className="mx-auto size-20" />
      <div role="alert">
        <h1 className="page-title">{title}</h1>
        {why && <p>{why}</p>}
        <p>{hint ?? "Something went wrong, and it's not your fault."}</p>
      </div>
      {words.length > 0 && <p className="mt-4">This is what you typed:</p>}
      {words.map(([name, value]) => (
        <blockquote
          key={name}
          className="my-3 rounded-card border border-line bg-surface p-4 text-left whitespace-pre-wrap"
          dir="auto"
        >
          {value}
        </blockquote>
      ))}
      <div className="unsaved-buttons">
        <UnsavedButtons
          isPlain
          unsaved={unsaved}
          canRemind={offersReminder}
          returnTo="/dashboard"
        />
      </div>
      <p className="hint">
        If it keeps happening, send this code to Mila&apos;s owner: <code>{errorId}</code>
      </p>
      <p>
        <Link className="text-link" to="/">
          Return to Home
        </Link>
      </p>
    </main>
  );
}

/** Neither a switch nor an id nor a number. */
function isWords(value: string): boolean {
  return /\p{L}/u.test(value) && !/^(on|[\da-f-]{36})$/.test(value);
}

function wordsFor(path: string) {
  if (taskChange.test(path)) return couldNotChange;
  return path.endsWith("/delegate") ? couldNotDelegate : couldNotSave;
}
