import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findChildFor } from "#app/domain/children/child-pages.server.ts";
import { starsInput } from "#app/domain/children/input.ts";
import { findStars, giveStars, listGifts } from "#app/domain/children/stars.server.ts";
import { giveBackReply, readForm } from "#app/server/form.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { ChildStars } from "#app/ui/child/child-stars.tsx";
import { Gifts } from "#app/ui/child/gifts.tsx";
import { GoalForm } from "#app/ui/child/goal-form.tsx";
import { TextField } from "#app/ui/kit/field.tsx";
import { SaveRow } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { PressId } from "#app/ui/shell/press-id.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { useFormKey } from "#app/ui/saving/use-form-key.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { PageForm, useButtonForms } from "#app/ui/shell/page-form.tsx";
import { pageTitle } from "#app/ui/shell/page-title.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: pageTitle(shown ? `Stars for ${shown.child.name}` : "Stars") },
];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const child = (await findChildFor(database(), viewer, args.params.id ?? "")) ?? notFound();
  const { householdId } = viewer;
  const stars = (await findStars(database(), { personId: child.id, householdId })) ?? notFound();
  const gifts = await listGifts(database(), viewer, child.id);
  return { child, stars, gifts, kept: await giveBackReply(viewer, args.request, starsInput) };
}

export async function action(args: ActionFunctionArgs) {
  const id = args.params.id ?? "";
  const page = `/people/${id}/stars`;
  const viewer = await requireViewer(args, {
    returnTo: page,
    keepFields: Object.keys(starsInput.shape),
  });
  const form = await readForm(args.request, starsInput);
  if (form.status !== "success") return data(form.reply(), { status: 400 });
  const given = await giveStars(database(), viewer, id, form.value);
  if (given === "missing") return notFound();
  if (given === "too_many")
    return data(form.reply({ fieldErrors: { stars: ["There is no room for more stars"] } }), {
      status: 400,
    });
  const { stars } = form.value;
  const words = `${stars} ${stars === 1 ? "star" : "stars"} for ${given.name}`;
  const undo = `${page}/${given.id}/take-back`;
  return redirectWithToast(page, toast("success", words, { undo, isOwn: true, endsForm: true }));
}

export default function Stars() {
  const { child, stars, gifts, kept } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const buttons = useButtonForms();
  const formKey = useFormKey();
  const lastResult = failure ? undefined : (answer ?? kept ?? undefined);
  const isGoal = "goalStars" in (lastResult?.initialValue ?? {});
  const page = `/people/${child.id}/stars`;
  return (
    <FormPage
      title={`Stars for ${child.name}`}
      back={<BackLink to={`/people/${child.id}`}>{child.name}</BackLink>}
    >
      <Toasts toast={failure ?? buttons.failure} />
      <div className="stack">
        <ChildStars {...stars} />
        <p className="hint">
          Each task that {child.name} does earns one star, no matter who ticks it. Only taking back
          the tick removes the star.
        </p>
        <GiveForm key={formKey} page={page} lastResult={isGoal ? undefined : lastResult} />
        <GoalForm
          action={`${page}/goal`}
          goal={stars.goal}
          lastResult={isGoal ? lastResult : undefined}
        />
        {gifts.length > 0 && <Gifts page={page} gifts={gifts} />}
      </div>
    </FormPage>
  );
}

function GiveForm({
  page,
  lastResult,
}: {
  page: string;
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const [form, { stars, reason }] = useZodForm({
    id: "stars",
    schema: starsInput,
    defaultValue: { stars: "1", reason: "" },
    lastResult,
  });
  return (
    <PageForm action={page} {...getFormProps(form)} className="card-panel stack">
      <PressId />
      <h2 className="section-title">Give stars</h2>
      <TextField field={stars} label="How many?" type="number" required />
      <TextField field={reason} label="What for?" required />
      <SaveRow>Give</SaveRow>
    </PageForm>
  );
}
