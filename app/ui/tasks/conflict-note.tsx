export interface TheirChange {
  title: string;
  category: string;
  description: string | null;
  /** As on cards. */
  due: string | null;
  assignee: string | null;
  version: number;
  /** For example, "Sam deleted this a moment ago". */
  deleted: string | null;
}

/** The open date of a repeating task, once the edited one is over. */
export interface PresentTask {
  id: string;
  version: number;
  assignee: string;
  /** As on cards. */
  due: string | null;
}

export function PresentNote({ due }: PresentTask) {
  return (
    <div role="alert" className="notice">
      <p className="font-bold">Its time is over. The next one is here{due && `: ${due}`}.</p>
      <p>Nothing you typed is lost. Save to change the next one instead.</p>
    </div>
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
      <div role="alert" className="notice">
        <p className="font-bold">{deleted}.</p>
        <p>{theirs && "Nothing you typed is lost. "}Save to restore it with what you see below.</p>
      </div>
    );
  }
  return theirs && <TheirChangeNote theirs={theirs} />;
}

function TheirChangeNote({ theirs }: { theirs: TheirChange }) {
  const { title, category, due, assignee, description } = theirs;
  const facts = [category, due, assignee, description].filter(Boolean).join(" · ");
  return (
    <div role="alert" className="notice">
      <p className="font-bold">Someone changed this task while you were editing.</p>
      <p dir="auto">
        It now says: <q>{title}</q> ({facts})
      </p>
      <p>Nothing you typed is lost. Save again to keep your version.</p>
    </div>
  );
}
