import { Form, Link } from "@remix-run/react";

interface AskedOfYouProps {
  requests: {
    id: string;
    title: string;
    due: { instant: string; label: string } | null;
    asker: string | null;
    /** Of the request's page, which takes the answer. */
    path: string;
  }[];
}

/** What others in the household ask of who is looking at the dashboard. */
export function AskedOfYou({ requests }: AskedOfYouProps) {
  if (requests.length === 0) return null;
  return (
    <section className="asked-of-you" aria-label="You are asked">
      {requests.map(({ id, title, due, asker, path }) => (
        <div key={id} className="asked">
          <div className="min-w-0 grow">
            <p className="hint" dir="auto">
              {asker ?? "Your family"} asks: can you do this?
            </p>
            <p id={`asked-${id}`} className="line-clamp-3 font-bold" dir="auto">
              <Link to={path}>{title}</Link>
            </p>
            {due && <time dateTime={due.instant}>{due.label}</time>}
          </div>
          <Form method="post" action={path} className="asked-buttons" preventScrollReset>
            <input type="hidden" name="redirectTo" value="/dashboard" />
            <button
              type="submit"
              name="answer"
              value="accept"
              className="button-primary"
              aria-describedby={`asked-${id}`}
            >
              Yes, I&apos;ll do it
            </button>
            <button
              type="submit"
              name="answer"
              value="decline"
              className="button-secondary"
              aria-describedby={`asked-${id}`}
            >
              Sorry, I can&apos;t
            </button>
          </Form>
        </div>
      ))}
    </section>
  );
}
