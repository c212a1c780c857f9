import { getFormProps, type SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { itemInput } from "#app/domain/lists/input.ts";
import { maxItemName } from "#app/domain/lists/limits.ts";
import { TextField } from "../kit/field.tsx";
import { SaveRow } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";
import { failureToast, Toasts } from "../live/toast.tsx";
import { BackLink } from "../shell/back-link.tsx";
import { FormPage } from "../shell/form-page.tsx";
import { PageForm, useButtonForms } from "../shell/page-form.tsx";

interface RenameItemProps {
  values: { name: string };
  /** The page of the list, to return to. */
  page: string;
  backLabel: string;
  answer: SubmissionResult<string[]> | undefined;
  title?: string;
  /** Other buttons, below the form. */
  children?: ReactNode;
}

export function RenameItem({ values, page, backLabel, answer, ...more }: RenameItemProps) {
  const { title = "Rename item", children } = more;
  const buttons = useButtonForms();
  const failure = failureToast(answer);
  const [form, { name }] = useZodForm({
    id: "rename-item",
    schema: itemInput,
    defaultValue: values,
    lastResult: failure ? undefined : answer,
  });
  return (
    <FormPage title={title} back={<BackLink to={page}>{backLabel}</BackLink>}>
      <Toasts toast={failure ?? buttons.failure} />
      <PageForm {...getFormProps(form)} className="card-panel stack">
        <TextField field={name} label="Name" required autoComplete="off" maxLength={maxItemName} />
        <SaveRow cancelTo={page}>Save Changes</SaveRow>
      </PageForm>
      {children}
    </FormPage>
  );
}
