import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  replace,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { couldNotSaveHere, createClientAction } from "#app/ui/saving/client-action.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { RequestAnswer } from "#app/ui/delegation/request-answer.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { answerByLink } from "#app/domain/delegation/answering/answer.server.ts";
import { answerInput } from "#app/domain/delegation/input.ts";
import { openRequest } from "./open-request.server.ts";
import { readForm, readRedirectTo, readSeenDue } from "#app/server/form.server.ts";
import { getViewer } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSaveHere);

export const meta: MetaFunction = () => [
  { title: "Can you do this? · Mila" },
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const { page } = await openRequest(args);
  return { ...page, isSignedIn: (await getViewer(args)) !== null };
}

export async function action(args: ActionFunctionArgs) {
  const { askedId, page, hasMessage } = await openRequest(args);
  const { request } = args;
  const redirectTo = await readRedirectTo(
    request,
    new URL(request.url).pathname.replace(/\.data$/, ""),
  );
  const seenDue = await readSeenDue(request);
  const submission = await readForm(request, answerInput);
  if (submission.status !== "success")
    return data({ submission: submission.reply(), refusal: null }, { status: 400 });
  const answer = { ...submission.value, seenDue, ...(hasMessage && { proof: {} }) };
  const outcome =
    page.status === "link_ended"
      ? "late"
      : await answerByLink(database(), { askedId, presentId: page.id }, answer);
  const refuse = (status: number, reason: "late" | "too_often") =>
    data({ submission: submission.reply(), refusal: reason }, { status });
  if (outcome === "too_often") return refuse(429, "too_often");
  if (outcome === "late" || outcome === "taken") return refuse(409, "late");
  return replace(redirectTo, 303);
}

export default function Request() {
  const { isSignedIn, ...request } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const refused = failure ? undefined : answer;
  return (
    <main id="main" tabIndex={-1} className="narrow-page request-page">
      <Toasts toast={failure} />
      {isSignedIn && <BackLink to="/dashboard">All tasks</BackLink>}
      <RequestAnswer
        request={request}
        refusal={refused?.refusal ?? null}
        lastResult={refused?.submission}
      />
    </main>
  );
}
