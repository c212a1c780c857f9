import { isRouteErrorResponse, Link } from "@remix-run/react";
import { UnsavedPage } from "../ui/unsaved/unsaved-page.tsx";
import { MilaFace } from "../ui/mila-face.tsx";
import { useRequestContext } from "./request-context.tsx";

/** Shows only an id that is also in the log, no technical details. */
export function ErrorPage({ error }: { error: unknown }) {
  const { requestId } = useRequestContext();
  const response = isRouteErrorResponse(error) ? error : undefined;
  if (response?.data?.unsaved) return <UnsavedPage {...response.data} />;
  if (response?.status === 404) {
    return (
      <Frame
        heading="Oops! Page not found"
        text="It may have been moved or deleted, or the link may be incomplete."
      />
    );
  }
  if (response?.status === 403) {
    return (
      <Frame
        heading="Only the owner can do this"
        text="Ask the owner of your household for help."
      />
    );
  }
  if (response?.status === 429) {
    return <Frame heading="Too many tries" text="Please wait 15 minutes, then try again." />;
  }
  if (response?.data?.isCrowded) {
    return (
      <Frame
        heading="One moment, please"
        text={`${response.data.why} Nothing was lost.`}
        hasRetry
      />
    );
  }
  if (response && response.status < 500) {
    return <Frame heading="That didn't work" text="Please go back and try again." />;
  }
  return (
    <Frame
      heading="Something went wrong"
      text={response?.data?.why ?? "It's not your fault. Please try again in a moment."}
      errorId={response?.data?.errorId ?? requestId}
    />
  );
}

interface FrameProps {
  heading: string;
  text: string;
  errorId?: string;
  hasRetry?: boolean;
}

function Frame({ heading, text, errorId, hasRetry = false }: FrameProps) {
  return (
    <main id="main" tabIndex={-1} className="narrow-page text-center">
      <MilaFace className="mx-auto size-20" />
      <h1 className="page-title">{heading}</h1>
      <p>{text}</p>
      {errorId && (
        <p className="hint">
          If it keeps happening, send this code to Mila&apos;s owner: <code>{errorId}</code>
        </p>
      )}
      {hasRetry && (
        <p>
          <a className="button-primary" href="">
            Try again
          </a>
        </p>
      )}
      <p>
        <Link className={hasRetry ? "button-secondary" : "button-primary"} to="/">
          Return to Home
        </Link>
      </p>
    </main>
  );
}

export function errorTitle(error: unknown): string {
  const response = isRouteErrorResponse(error) ? error : undefined;
  if (response?.data?.unsaved) return "Not saved · Mila";
  if (response?.data?.isCrowded) return "One moment, please · Mila";
  return response?.status === 404 ? "Page not found · Mila" : "Something went wrong · Mila";
}
