import { Link } from "@remix-run/react";

/** Names a task that the user wants to be reminded of every time so early that Mila cannot. */
export function EarlyReminderBanner({ id, title }: { id: string; title: string }) {
  return (
    <div className="overdue-banner">
      <p>
        I can&apos;t remind you so early every time of <q dir="auto">{title}</q>: it repeats too
        often.{" "}
        <Link className="text-link" to={`/tasks/${id}`} preventScrollReset>
          Choose when
        </Link>
      </p>
    </div>
  );
}
