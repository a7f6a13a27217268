/** The cards of a portfolio. */
import { type Filter, queryOf } from "../../filters/condition";
import { asReport } from "../../reports/search";
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type PortfolioItem = Schemas["Portfolio"]["items"][number];

export type PortfolioChoice = {
  type: string;
  x: string;
  y: string;
  size: string | undefined;
  shade: string;
  letter: string | undefined;
  filter: Filter;
  at: string | undefined;
};

/** Returns the parameters of the report, also for its files. */
export const portfolioParameters = ({ type, x, y, size, shade, letter, filter, at }: PortfolioChoice) => ({
  type,
  x_axis: x,
  y_axis: y,
  // The report has a size always.
  size_field: size ?? x,
  color_field: shade,
  ...(letter && { letter_field: letter }),
  ...queryOf(filter),
  ...(at && { at }),
});

/** Returns the report. */
export const portfolioQuery = (choice: PortfolioChoice) =>
  query(["reports", "portfolio", portfolioParameters(choice)], ["card.", "relation.", "tag"], ({ signal }) =>
    asReport(
      answered(
        api.GET("/api/v1/reports/portfolio", { signal, params: { query: portfolioParameters(choice) } as never }),
      ),
    ),
  );
