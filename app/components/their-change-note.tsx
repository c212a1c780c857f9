export interface TheirChange {
  title: string;
  category: string;
  description: string | null;
  dueDate: string | null;
  assignee: string | null;
  version: number;
}

/** What somebody else saved while this form was open; what was typed stands in the form below it. */
export function TheirChangeNote({ theirs }: { theirs: TheirChange }) {
  const { title, category, dueDate, assignee, description } = theirs;
  const facts = [category, dueDate?.replace("T", " "), assignee, description].filter(Boolean).join(" · ");
  return (
    <div role="alert" className="notice">
      <p className="font-bold">Somebody changed this task while you were editing it.</p>
      <p dir="auto">
        It is now: <q>{title}</q> ({facts})
      </p>
      <p>Nothing you typed is lost. Save again to keep yours.</p>
    </div>
  );
}
