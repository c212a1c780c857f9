import { DueTime, type ShownDue } from "#app/ui/tasks/date/due-time.tsx";
import { Form, Link } from "@remix-run/react";
import { SectionMissing } from "../shell/section-missing.tsx";
import { SeenDue } from "../kit/hidden-fields.tsx";
import { answers } from "./copy.ts";

interface IncomingRequestsProps {
  requests:
    | {
        id: string;
        title: string;
        due: (ShownDue & { local: string }) | null;
        asker: string;
        following: string | null;
        path: string;
      }[]
    | null;
  /** The page to show after an answer. */
  returnTo: "/dashboard" | "/family";
}

export function IncomingRequests({ requests, returnTo }: IncomingRequestsProps) {
  if (!requests) return <SectionMissing what="requests for you" />;
  if (requests.length === 0) return null;
  return (
    <section className="incoming-requests" aria-label="Requests for you">
      {requests.map(({ id, title, due, asker, following, path }) => (
        <div key={id} className="incoming-request">
          <div className="min-w-0 grow">
            <p className="hint" dir="auto">
              {asker} asked you to
            </p>
            <p id={`request-${id}`} className="font-bold">
              <Link to={path}>
                <span className="line-clamp-3" dir="auto">
                  {title}
                </span>
              </Link>
            </p>
            {due && <DueTime due={due} />}
            {following && <p className="hint">And then {following}, if you like</p>}
          </div>
          <Form method="post" action={path} className="incoming-request-buttons" preventScrollReset>
            <input type="hidden" name="redirectTo" value={returnTo} />
            <SeenDue due={due} />
            <button
              type="submit"
              name="answer"
              value="accept"
              className="button-primary"
              aria-describedby={`request-${id}`}
            >
              {following ? answers.acceptAll : answers.accept}
            </button>
            {following && (
              <button
                type="submit"
                name="answer"
                value="accept_once"
                className="button-secondary"
                aria-describedby={`request-${id}`}
              >
                {answers.acceptOnce}
              </button>
            )}
            <button
              type="submit"
              name="answer"
              value="decline"
              className="button-secondary"
              aria-describedby={`request-${id}`}
            >
              {answers.decline}
            </button>
          </Form>
        </div>
      ))}
    </section>
  );
}
