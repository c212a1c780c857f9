import { isRouteErrorResponse, Link } from "@remix-run/react";
import { MilaFace } from "../ui/mila-face.tsx";
import { useRequestContext } from "./request-context.tsx";

/** Shows no technical details but an id that is also in the log. */
export function ErrorPage({ error }: { error: unknown }) {
  const { requestId } = useRequestContext();
  const response = isRouteErrorResponse(error) ? error : undefined;
  if (response?.status === 404) {
    return <Frame heading="Oops! Page not found" text="It may have been moved or deleted, or the link is not whole." />;
  }
  if (response?.status === 403) {
    return <Frame heading="That is for the owner to do" text="Ask the owner of your household to do it for you." />;
  }
  if (response?.status === 429) {
    return <Frame heading="Too many tries from here" text="Please wait a quarter of an hour, then try again." />;
  }
  if (response && response.status < 500) {
    return <Frame heading="That did not work" text="Please go back, and try it from there." />;
  }
  return (
    <Frame
      heading="Something went wrong"
      text="That was not you. Please try again in a moment."
      errorId={response?.data?.errorId ?? requestId}
    />
  );
}

function Frame({ heading, text, errorId }: { heading: string; text: string; errorId?: string }) {
  return (
    <main id="main" className="narrow-page text-center">
      <MilaFace className="mx-auto size-20" />
      <h1 className="page-title">{heading}</h1>
      <p>{text}</p>
      {errorId && (
        <p className="hint">
          If it stays, tell whoever runs Mila this number: <code>{errorId}</code>
        </p>
      )}
      <p>
        <Link className="button-primary" to="/">
          Return to Home
        </Link>
      </p>
    </main>
  );
}

export function errorTitle(error: unknown): string {
  return isRouteErrorResponse(error) && error.status === 404 ? "Page not found · Mila" : "Something went wrong · Mila";
}
