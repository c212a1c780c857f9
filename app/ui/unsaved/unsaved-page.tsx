import { Link } from "@remix-run/react";
import {
  couldNotChange,
  couldNotDelegate,
  couldNotSave,
  couldNotSaveHere,
} from "#app/ui/saving/client-action.ts";
import type { UnsavedForm } from "#app/domain/tasks/offline/limits.ts";
import { MilaFace } from "../kit/mila-face.tsx";
import { TypedWords } from "./typed-words.tsx";
import { UnsavedButtons } from "./unsaved-buttons.tsx";

interface UnsavedPageProps {
  /** The id of the error in the log. */
  errorId: string;
  /** Why nothing can be saved now, if Mila knows. */
  why?: string;
  /** `typed` has the names of the fields that people fill in. */
  unsaved: UnsavedForm & { typed: readonly string[] };
}

const taskChange =
  /^\/(overdue|tasks\/[^/]+\/(complete|reopen|delete|restore|skip|date|choose|clear-date|restore-date|calendar))$/;

/** Keeps a form without JavaScript after the server has failed. */
export function UnsavedPage({ errorId, why, unsaved }: UnsavedPageProps) {
  const path = unsaved.action.split("?")[0] ?? "";
  // A reminder would have to be saved too.
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
      <TypedWords words={words.map(([, value]) => value)} />
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

/** False for a switch, an id or a number. */
function isWords(value: string): boolean {
  return /\p{L}/u.test(value) && !/^(on|[\da-f-]{36})$/.test(value);
}

function wordsFor(path: string) {
  if (taskChange.test(path)) return couldNotChange;
  return path.endsWith("/delegate") ? couldNotDelegate : couldNotSave;
}
