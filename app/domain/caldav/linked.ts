/** The ids of what an object stands for. */
export interface Linked {
  /** Of a series, of a task, or of a list's item. */
  subjectId: string;
  taskId: string | null;
}
