import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";

type Fields = Record<string, unknown>;

interface ZodFormOptions<Schema, Form> {
  /** Its fields' ids begin with it. */
  id: string;
  schema: Schema;
  defaultValue?: DefaultValue<Form>;
  /** What the server said when it was sent. */
  lastResult: SubmissionResult<string[]> | undefined;
  /** When a field that was wrong is looked at again. */
  shouldRevalidate?: "onInput" | "onSubmit";
}

/** A form that its schema checks as the server does; the browser does until the script has come, or without one. */
export function useZodForm<Schema extends z.ZodType<unknown, Fields>, Form extends Fields = z.input<Schema>>({
  schema,
  ...options
}: ZodFormOptions<Schema, Form>) {
  return useForm<Form, z.output<Schema>>({
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    ...options,
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
}
