import { Icon } from "../icons/icon.tsx";
import { ButtonForm } from "../shell/page-form.tsx";

export function AwayList({ away }: { away: { id: string; name: string; days: string }[] }) {
  if (away.length === 0) return <p className="empty">Nobody is away</p>;
  return (
    <ul className="task-list">
      {away.map(({ id, name, days }) => (
        <li key={id} className="task-reminder" data-status="pending">
          <div className="min-w-0 grow" id={`away-${id}`}>
            <p className="font-semibold wrap-anywhere" dir="auto">
              {name}
            </p>
            <p className="hint">{days}</p>
          </div>
          <ButtonForm action={`/family/away/${id}/delete`}>
            <button
              type="submit"
              className="task-button"
              aria-label="Remove"
              aria-describedby={`away-${id}`}
            >
              <Icon name="x" />
            </button>
          </ButtonForm>
        </li>
      ))}
    </ul>
  );
}
