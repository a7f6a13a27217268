/** SQL for the parts of an item of a work breakdown structure: its own tasks and the items below it. */

/** SQL for the weight of a task: the days that it takes, 1 unless both dates are set. */
export const TASK_WEIGHT = "max(1, coalesce(CAST(julianday(due_date) - julianday(start_date) AS INTEGER) + 1, 1))";

/** SQL for the parts of an `item`: their weight, twice the weight of what is done of them, and their dates. */
export const PARTS = `SELECT ${TASK_WEIGHT} AS weight,
    ${TASK_WEIGHT} * CASE status WHEN 'done' THEN 2 WHEN 'in_progress' THEN 1 ELSE 0 END AS progress,
    start_date AS start_date, due_date AS end_date
  FROM ppm_tasks WHERE wbs_id = item.id
  UNION ALL SELECT task_weight, task_progress, start_date, end_date FROM ppm_wbs WHERE parent_id = item.id`;
