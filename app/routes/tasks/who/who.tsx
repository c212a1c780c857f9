import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { chooseAbout, chooseWho, findWhoPage } from "#app/domain/pages/who.server.ts";
import { whoChoice } from "#app/domain/tasks/input.ts";
import { taskAction } from "#app/server/action.server.ts";
import { readFieldNames, requireForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { faceOf } from "#app/ui/kit/face.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { PageForm, PageLink } from "#app/ui/shell/page-form.tsx";
import { database } from "#db/connection.server.ts";
import { redirectFromMissingTask, redirectToTask } from "../after-action.server.ts";
import { aboutToast, givenToast } from "./given-toast.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Who does it? · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const id = args.params.id ?? "";
  return (await findWhoPage(database(), viewer, id)) ?? (await redirectToTask(viewer, id));
}

/** Gives the task to the chosen person or to nobody, or says whom it is about. */
export const action = taskAction("/dashboard", async ({ db, viewer, id: taskId, request }) => {
  const names = await readFieldNames(request);
  const { personId, aboutId } = await requireForm(request, whoChoice);
  if (names.has("aboutId")) {
    const said = await chooseAbout(db, viewer, { taskId, aboutId });
    if (!said) return redirectFromMissingTask(viewer, taskId);
    if ("refused" in said) return toast("error", "Nothing changed", { message: said.refused });
    if (!names.has("personId")) return aboutToast(said);
  }
  const changed = await chooseWho(db, viewer, { taskId, personId });
  if (!changed) return redirectFromMissingTask(viewer, taskId);
  if ("refused" in changed) return toast("error", "Nothing changed", { message: changed.refused });
  const { given } = changed;
  return given && givenToast({ ...changed, given });
});

export default function WhoPage() {
  const { id, title, people, isAnyones, isAboutNobody, isRepeating } =
    useLoaderData<typeof loader>();
  const page = `/tasks/${id}`;
  return (
    <FormPage title="Who does it?" back={<BackLink to={page}>Task</BackLink>}>
      <Toasts toast={failureToast(useActionData<typeof action>())} />
      <p id="who-task" className="subject" dir="auto">
        {title}
      </p>
      <PageForm className="people-to-choose">
        {people.map(({ id: person, name, face, isYou, hasIt }) => (
          <Choice key={person} name="personId" value={person} isChosen={hasIt}>
            <bdi {...faceOf(name, face)}>{name}</bdi>
            {isYou && <span className="hint">you</span>}
          </Choice>
        ))}
        <Choice name="personId" value="" isChosen={isAnyones}>
          Anyone
        </Choice>
      </PageForm>
      <h2 className="section-title mt-6 mb-2">Whom is it about?</h2>
      <PageForm className="people-to-choose">
        {people.map(({ id: person, name, face, isAbout }) => (
          <Choice key={person} name="aboutId" value={person} isChosen={isAbout}>
            <span className="sr-only">About </span>
            <bdi {...faceOf(name, face)}>{name}</bdi>
          </Choice>
        ))}
        <Choice name="aboutId" value="" isChosen={isAboutNobody}>
          <span className="sr-only">About </span>Nobody
        </Choice>
      </PageForm>
      {isRepeating && (
        <p className="hint mt-4">
          This is for this time only.{" "}
          <PageLink className="text-link" to={`${page}/edit`}>
            Change those that follow
          </PageLink>
        </p>
      )}
    </FormPage>
  );
}

interface ChoiceProps {
  name: "personId" | "aboutId";
  /** A person's id, or empty. */
  value: string;
  isChosen: boolean;
  children: ReactNode;
}

const Choice = ({ name, value, isChosen, children }: ChoiceProps) => (
  <button
    type="submit"
    className="person-button"
    name={name}
    value={value}
    aria-pressed={isChosen}
    aria-describedby="who-task"
  >
    {children}
  </button>
);
