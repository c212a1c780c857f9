import { useActionData } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";

export interface TheirChange {
  title: string;
  category: string;
  description: string | null;
  /** Formatted as on cards. */
  due: string | null;
  assignee: string | null;
  version: number;
  /** For example, "Sam deleted this a moment ago". */
  deleted: string | null;
  /** "Sam completed this a moment ago" */
  completed: string | null;
}

/** The open date of a repeating task, once the edited one is over. */
export interface PresentTask {
  id: string;
  version: number;
  assignee: string;
  /** Formatted as on cards. */
  due: string | null;
  /** "Its time is over", or "Sam skipped this a moment ago" */
  why: string;
}

/** A long form is saved at its end, so this comes into view. */
function Note({ children }: { children: ReactNode }) {
  const note = useRef<HTMLDivElement>(null);
  const answer = useActionData();
  useEffect(() => {
    if (answer) note.current?.scrollIntoView({ block: "center" });
  }, [answer]);
  return (
    <div ref={note} role="alert" className="notice">
      {children}
    </div>
  );
}

export function PresentNote({ due, why }: Pick<PresentTask, "due" | "why">) {
  return (
    <Note>
      <p className="font-bold">
        {why}. The next one is here{due && `: ${due}`}.
      </p>
      <p>Nothing you typed is lost. Save to change the next one instead.</p>
    </Note>
  );
}

export function ConflictNote({
  theirs,
  deleted,
}: {
  theirs: TheirChange | null;
  deleted: string | null;
}) {
  if (deleted) {
    return (
      <Note>
        <p className="font-bold">{deleted}.</p>
        <p>{theirs && "Nothing you typed is lost. "}Save to restore it with what you see below.</p>
      </Note>
    );
  }
  return theirs && <TheirChangeNote theirs={theirs} />;
}

function TheirChangeNote({ theirs }: { theirs: TheirChange }) {
  const { title, category, due, assignee, description, completed } = theirs;
  const facts = [category, due, assignee, description].filter(Boolean).join(" · ");
  return (
    <Note>
      <p className="font-bold">
        {completed ?? "Someone changed this task while you were editing"}.
      </p>
      <p dir="auto">
        It now says: <q>{title}</q> ({facts})
      </p>
      <p>Nothing you typed is lost. Save again to keep your version.</p>
    </Note>
  );
}

/** @param news "Sam moved this to tomorrow at 3:00 PM" */
export function DateConflictNote({ news }: { news: string }) {
  return (
    <Note>
      <p className="font-bold">{news}.</p>
      <p>Nothing you chose is lost. Save again to keep your date.</p>
    </Note>
  );
}

/** @param words "Every Tuesday 7 PM · next Dec 1"; undefined if it does not repeat any more */
export function RepeatConflictNote({ words }: { words: string | undefined }) {
  return (
    <Note>
      <p className="font-bold">Someone changed how this repeats while you were editing.</p>
      <p>{words ? `Now it is: ${words}.` : "It does not repeat any more."}</p>
      <p>Nothing you chose is lost. Save again to keep your version.</p>
    </Note>
  );
}
