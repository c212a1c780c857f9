import { Link } from "@remix-run/react";
import { ConfirmedButton } from "../shell/confirmed-button.tsx";

interface BreakListProps {
  breaks: { id: string; name: string; dates: string; isOver: boolean }[];
}

export function BreakList({ breaks }: BreakListProps) {
  if (breaks.length === 0)
    return <p className="empty">None yet. Add the dates of the school holidays, for example.</p>;
  return (
    <ul className="rows">
      {breaks.map(({ id, name, dates, isOver }) => (
        <li key={id} className="row">
          <h2 className="row-name" dir="auto">
            {name}
          </h2>
          <p className="row-facts">
            <span>{dates}</span>
            {isOver && <span>Over</span>}
          </p>
          <div className="row-actions">
            <Link
              to={`/preferences/breaks/${id}/edit`}
              className="row-button"
              aria-label={`Edit ${name}, ${dates}`}
            >
              Edit
            </Link>
            <ConfirmedButton
              label="Remove"
              question={`Remove “${name}”, ${dates}? Tasks that pause in it will come then too.`}
              action={`/preferences/breaks/${id}/remove`}
              confirmLabel={`Remove ${name}`}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
