/** The demo landscape's applications, what they exchange, and what about. */

export const applications = `
name                     | external_id | alias | subtype             | hostingType | commercialApplication | hasAiFeatures | businessCriticality   | functionalSuitability | technicalSuitability | timeModel | costTotalAnnual | numberOfUsers | productName          | lifecycle
Group ERP                | A-001       |       | businessApplication | onPremise   | yes                   |               | missionCritical       | appropriate           | unreasonable         | migrate   | 1480000         | 640           | Corvane Enterprise 7 | -14 -13.5 -12.5 +1 +2.5
: Books, purchasing, stock and orders of all companies but Saltby. Grown by nine hundred changes of its own; its vendor supports it for two more years.
Cloud ERP                | A-002       |       | businessApplication | cloudSaaS   | yes                   | yes           | missionCritical       | appropriate           | fullyAppropriate     | invest    | 960000          | 85            | Corvane Cloud        | -1.5 -0.25 +1 . .
: Takes the place of Group ERP, company by company, finance first. No changes to the product: that is the rule.
Saltby Accounting        | A-003       |       | businessApplication | onPremise   | yes                   |               | businessCritical      | insufficient          | inappropriate        | eliminate | 74000           | 18            |                      | . . -17 -2 -0.25
: Came with the fish plant. Past its end of life since last quarter, and still closing the plant's months.
Consolidation            | A-004       |       | businessApplication | cloudSaaS   | yes                   |               | businessCritical      | appropriate           | adequate             | tolerate  | 118000          | 24            |                      | . -5 -4.5 . .
: Adds the companies up to a group, once a month.
Treasury Workbench       | A-005       |       | businessApplication | cloudSaaS   | yes                   |               | businessCritical      | perfect               | adequate             | invest    | 62000           | 7             |                      | . . -3 . .
Invoice Reader           | A-006       |       | businessApplication | cloudSaaS   | yes                   | yes           | businessOperational   | appropriate           | fullyAppropriate     | invest    | 48000           | 55            |                      | -2.5 -2 -1.75 . .
: Reads suppliers' invoices and proposes the account; somebody confirms.
Product Costing Workbook | A-007       |       | businessApplication | onPremise   | no                    |               | businessCritical      | unreasonable          | inappropriate        | eliminate | 15000           | 9             |                      | . . -11 -0.5 +1
: Forty linked spreadsheets on a file share, understood by two people.
Expense Claims           | A-008       |       | businessApplication | cloudSaaS   | yes                   |               | administrativeService | appropriate           | adequate             | tolerate  | 21000           | 900           |                      | . . -4 . .
Supplier Portal          | A-009       |       | businessApplication | cloudPaaS   | no                    |               | businessOperational   | insufficient          | adequate             | tolerate  | 83000           | 1150          |                      | . . -6 +2 .
: Where suppliers answer questions and upload certificates.
Grower Contracts         | A-010       |       | businessApplication | onPremise   | no                    |               | businessCritical      | appropriate           | unreasonable         | migrate   | 56000           | 40            |                      | . . -10 -0.25 +2
: Fields, varieties, sowing dates and prices of two hundred growers. Written by somebody who has retired.
Recipe Lab               | A-011       |       | businessApplication | hybrid      | yes                   | yes           | missionCritical       | perfect               | adequate             | invest    | 210000          | 95            |                      | -5 -4.5 -4 . .
: The one place for recipes, nutrition and specifications; plants take their recipes from here.
Label Designer           | A-012       |       | businessApplication | onPremise   | yes                   |               | businessCritical      | appropriate           | adequate             | tolerate  | 39000           | 22            |                      | . . -7 . .
Laboratory System        | A-013       | LIMS  | businessApplication | onPremise   | yes                   |               | businessCritical      | appropriate           | adequate             | tolerate  | 97000           | 61            |                      | . . -8 . .
: Samples, methods and results of three laboratories; releases batches.
Laboratory System Saltby | A-057       |       | businessApplication | onPremise   | yes                   |               | businessOperational   | insufficient          | unreasonable         |           | 41000           | 9             |                      | . . -7 . .
: Samples and results of the fish laboratory, in a product of its own. Nobody has decided yet which of the two stays.
Food Safety Manager      | A-014       |       | businessApplication | cloudSaaS   | yes                   |               | businessCritical      | perfect               | fullyAppropriate     | invest    | 54000           | 310           |                      | . -3 -2.5 . .
: Hazard plans, checks and deviations, on tablets beside the lines.
Trace Explorer           | A-015       |       | businessApplication | cloudPaaS   | no                    |               | missionCritical       | insufficient          | fullyAppropriate     | invest    | 68000           | 35            |                      | -1.5 -0.75 -0.5 . .
: Follows a lot from field to customer. Knows Eastmoor; Saltby and Orrin are still blank.
Document Control         | A-016       |       | businessApplication | onPremise   | yes                   |               | businessOperational   | insufficient          | unreasonable         | migrate   | 33000           | 480           |                      | . . -13 -0.5 +0.5
: Instructions and forms with a version and a signature.
Manufacturing Execution  | A-017       | MES   | businessApplication | onPremise   | yes                   |               | missionCritical       | appropriate           | adequate             | invest    | 90000           | 690           |                      | -7 -6 -5 . .
: Tells each line what to make, and records what it has made.
  MES Eastmoor           | A-018       |       | deployment          | onPremise   | yes                   |               | missionCritical       | appropriate           | adequate             | invest    | 260000          | 420           |                      | . -6 -5 . .
  : Four lines, the oldest of the three installations.
  MES Saltby             | A-019       |       | deployment          | onPremise   | yes                   |               | missionCritical       | insufficient          | adequate             | invest    | 150000          | 180           |                      | . -3 -2 . .
  : Came in two years ago; fish still begins on paper.
  MES Orrin              | A-020       |       | deployment          | onPremise   | yes                   |               | missionCritical       |                       | fullyAppropriate     | invest    | 130000          | 90            |                      | -1 +0.25 +0.75 . .
  : To be there before next year's harvest.
Orrin Batch Recorder     | A-021       |       | businessApplication | onPremise   | no                    |               | missionCritical       | insufficient          | inappropriate        | eliminate | 45000           | 90            |                      | . . -16 -0.25 +1
: Two cabinets whose operating system has had no fix for years. Makes way for MES Orrin after the harvest.
Line Scheduler           | A-022       |       | businessApplication | onPremise   | yes                   | yes           | businessCritical      | perfect               | adequate             | invest    | 88000           | 19            |                      | . -3.5 -3 . .
: Finds the order of meals on the lines that needs the least washing.
Demand Planner           | A-023       |       | businessApplication | cloudSaaS   | yes                   | yes           | businessCritical      | appropriate           | fullyAppropriate     | invest    | 134000          | 28            |                      | -3 -2.25 -2 . .
: Forecast by article and week, with weather and holidays; planners overrule it where they know better.
Maintenance Manager      | A-024       |       | businessApplication | onPremise   | yes                   |               | businessCritical      | appropriate           | unreasonable         | migrate   | 71000           | 130           |                      | . . -9 +1 +2.25
: Plans, work orders and parts for all lines.
Saltby Maintenance Mgr.  | A-058       |       | businessApplication | onPremise   | yes                   |               | businessOperational   | insufficient          | inappropriate        |           | 26000           | 24            |                      | . . -11 . .
: Plans, work orders and parts for the lines of the fish plant. Came with it.
Energy Monitor           | A-025       |       | businessApplication | cloudIaaS   | yes                   |               | businessOperational   | appropriate           | adequate             | invest    | 29000           | 26            |                      | . -1.5 -1 . .
Plant Historian          | A-026       |       | businessApplication | onPremise   | yes                   |               | businessCritical      | appropriate           | adequate             | tolerate  | 112000          | 75            |                      | . . -9 . .
: Every measured value of every line, second by second, since it was installed.
Visual Inspection        | A-027       |       | microservice        | hybrid      | no                    | yes           | businessOperational   | appropriate           | fullyAppropriate     | invest    | 76000           | 14            |                      | -1 -0.5 +0.25 . .
: Cameras over line three look for bones, shells and dented trays.
Warehouse Control        | A-028       | WMS   | businessApplication | onPremise   | yes                   |               | missionCritical       | appropriate           | adequate             | tolerate  | 265000          | 210           |                      | . . -10 . .
: Moves pallets through twenty-six thousand places at minus twenty-four degrees.
Transport Planner        | A-029       | TMS   | businessApplication | cloudSaaS   | yes                   | yes           | missionCritical       | appropriate           | fullyAppropriate     | invest    | 142000          | 48            |                      | . -4 -3.5 . .
: Tours for ninety lorries, recalculated when a road is closed.
Driver App               | A-030       |       | businessApplication | cloudPaaS   | no                    |               | businessCritical      | perfect               | fullyAppropriate     | invest    | 51000           | 165           |                      | . -2.5 -2 . .
: Tour, temperatures, signature and photograph, on a telephone in the cab.
Cold-Chain Monitor       | A-031       |       | businessApplication | cloudSaaS   | yes                   |               | missionCritical       | appropriate           | adequate             | invest    | 93000           | 52            |                      | . -3 -2.5 . .
: Warns before it gets warm, in the warehouse as on the road.
Yard Booking             | A-032       |       | businessApplication | cloudSaaS   | yes                   |               | administrativeService | appropriate           |                      | tolerate  | 12000           | 340           |                      | . . -2.5 . .
Order Hub                | A-033       |       | businessApplication | cloudPaaS   | no                    |               | missionCritical       | appropriate           | adequate             | invest    | 188000          | 120           |                      | . -5 -4.5 . .
: Takes orders from every channel and promises a day that can be kept.
Customer CRM             | A-034       |       | businessApplication | cloudSaaS   | yes                   | yes           | businessCritical      | appropriate           | fullyAppropriate     | invest    | 156000          | 190           |                      | . . -5 . .
: Accounts, contacts, visits and complaints of chains and kitchens.
Promotion Planner        | A-035       |       | businessApplication | onPremise   | no                    |               | businessOperational   | insufficient          | unreasonable         | migrate   | 37000           | 44            |                      | . . -8 -0.25 +0.75
: Plans promotions; what came of them is looked up elsewhere, if at all.
Call Desk                | A-036       |       | businessApplication | cloudSaaS   | yes                   |               | businessOperational   | appropriate           | adequate             | tolerate  | 44000           | 32            |                      | . . -6 . .
Web Shop                 | A-037       |       | businessApplication | cloudPaaS   | no                    |               | missionCritical       | appropriate           | fullyAppropriate     | invest    | 305000          | 41000         |                      | -3 -2 -1.5 . .
: Where households order. Number of users: those who have bought within a year.
  Basket Service         | A-038       |       | microservice        | cloudPaaS   | no                    |               | missionCritical       | perfect               | fullyAppropriate     | invest    | 18000           |               |                      | . -2 -1.5 . .
  Checkout Service       | A-039       |       | microservice        | cloudPaaS   | no                    |               | missionCritical       | appropriate           | fullyAppropriate     | invest    | 24000           |               |                      | . -2 -1.5 . .
  : Address, delivery day and payment.
  Subscription Service   | A-040       |       | microservice        | cloudPaaS   | no                    |               | businessCritical      | insufficient          | fullyAppropriate     | invest    | 22000           |               |                      | -1.25 -0.75 -0.25 . .
  : Meal boxes by the week. Can't pause yet, which is why people cancel.
  Menu Adviser           | A-041       |       | aiAgent             | cloudPaaS   | no                    | yes           | administrativeService | appropriate           | adequate             | invest    | 31000           |               |                      | -0.75 -0.25 +0.5 . .
  : Proposes five dinners from what a household likes and tolerates. In trial with two thousand of them.
Old Web Shop             | A-042       |       | businessApplication | onPremise   | yes                   |               | administrativeService | unreasonable          | inappropriate        | eliminate | 9000            | 0             |                      | . . -9 -1.5 -1
: Switched off a year ago; its machine still runs because nobody has moved the old invoices.
People Suite             | A-043       |       | businessApplication | cloudSaaS   | yes                   |               | businessCritical      | appropriate           | fullyAppropriate     | invest    | 173000          | 2640          |                      | . -4.5 -4 . .
: Contracts, places, absences and talks of everybody who works here.
Time Clock               | A-044       |       | businessApplication | onPremise   | yes                   |               | businessCritical      | appropriate           | unreasonable         | migrate   | 47000           | 2300          |                      | . . -12 +1.5 +2.5
: Terminals at eleven gates. The terminals outlive the software.
Payroll                  | A-045       |       | businessApplication | cloudSaaS   | yes                   |               | missionCritical       | perfect               | adequate             | tolerate  | 129000          | 12            |                      | . . -7 . .
: Run by the provider; nobody here has touched a wage slip for seven years.
Learning Portal          | A-046       |       | businessApplication | cloudSaaS   | yes                   |               | administrativeService |                       |                      |           | 26000           |               |                      | . . -3 . .
Analytics Warehouse      | A-047       |       | businessApplication | cloudPaaS   | no                    |               | businessCritical      | appropriate           | fullyAppropriate     | invest    | 198000          | 260           |                      | -2.5 -2 -1.25 . .
: Yesterday's figures of everything that has moved to it: sales, stock and transport so far.
Reporting Mart           | A-048       |       | businessApplication | onPremise   | no                    |               | businessCritical      | insufficient          | inappropriate        | eliminate | 92000           | 150           |                      | . . -13 -0.5 +0.5
: Four hundred nightly jobs. What is left of it: costs and quality.
Master Data Hub          | A-049       |       | businessApplication | cloudPaaS   | yes                   |               | businessCritical      | insufficient          | fullyAppropriate     | invest    | 107000          | 38            |                      | -2 -1 -0.5 . .
: Products are in; customers and suppliers are to follow.
Integration Hub          | A-050       |       | businessApplication | cloudPaaS   | yes                   |               | missionCritical       | appropriate           | fullyAppropriate     | invest    | 121000          | 11            |                      | . -4 -3.5 . .
: Routes, transforms and watches what goes between systems.
Identity Portal          | A-051       |       | businessApplication | cloudSaaS   | yes                   |               | missionCritical       | perfect               | fullyAppropriate     | invest    | 84000           | 2500          |                      | . . -3 . .
: One login for everything that can be taught to accept it.
Service Desk             | A-052       |       | businessApplication | cloudSaaS   | yes                   |               | businessOperational   | appropriate           | adequate             | tolerate  | 58000           | 2400          |                      | . . -5 . .
Maintenance Cloud        | A-055       |       | businessApplication | cloudSaaS   | yes                   | yes           | businessCritical      |                       |                      |           | 88000           |               |                      | -0.25 +0.75 +1.25 . .
: Chosen in spring; takes the place of Maintenance Manager, one plant after the other.
Recall Messenger         | A-056       |       | microservice        | cloudPaaS   | no                    |               | missionCritical       |                       |                      |           |                 |               |                      | -0.5 +0.5 +0.75 . .
: Will tell every customer of a lot within minutes of a decision.
Intranet                 | A-053       |       |                     | cloudSaaS   | yes                   |               | administrativeService
Whiteboard Tool
: Turned up in the expense claims of three departments.
`;

export const interfaces = `
name                  | subtype          | frequency | protocol | dataFormat  | lifecycle
Grocer Orders         | logicalInterface | realTime  | AS2      | EDIFACT     | . . -12 . .
: Orders, changes and despatch advices of eleven chains.
Web Orders            | api              | realTime  | HTTPS    | JSON        | . . -1.5 . .
: An order of the shop, once it is paid.
Order Status          | api              | onDemand  | HTTPS    | JSON        | . . -1.5 . .
Payment Confirmations | api              | realTime  | HTTPS    | JSON        | . . -1.5 . .
Recipes to Plants     | logicalInterface | onDemand  | HTTPS    | JSON        | . -4 -3.5 . .
: A released recipe reaches the plants within a minute, and never an unreleased one.
Label Texts           | logicalInterface | daily     | SFTP     | XML         | . . -4 . .
Production Orders     | logicalInterface | realTime  | AMQP     | JSON        | . . -5 . .
: What each line is to make next.
Batch Confirmations   | logicalInterface | realTime  | AMQP     | JSON        | . . -5 . .
: What it has made, out of what, with how much waste.
Laboratory Results    | logicalInterface | realTime  | AMQP     | JSON        | . . -4 . .
Lots and Pallets      | api              | realTime  | AMQP     | JSON        | -1.5 -0.75 -0.5 . .
: Who made what out of what, and where it went.
Stock Levels          | logicalInterface | realTime  | AMQP     | JSON        | . . -5 . .
: Each movement as it happens.
Stock File            | logicalInterface | batch     | SFTP     | CSV         | . . -12 -1 +0.5
: Twice a day, at six and at two. Replaced by Stock Levels wherever somebody has had time.
Tours                 | api              | daily     | HTTPS    | JSON        | . . -3.5 . .
: Stops, times and loads for each lorry.
Proofs of Delivery    | api              | realTime  | HTTPS    | JSON        | . . -2 . .
Temperature Readings  | logicalInterface | realTime  | MQTT     | binary      | . . -2.5 . .
: From two hundred probes and ninety lorries.
Machine Values        | logicalInterface | realTime  | OPC UA   | binary      | . . -9 . .
: About nine thousand values each second.
Sales Invoices        | logicalInterface | daily     | SFTP     | EDIFACT     | . . -12 . .
Supplier Invoices     | api              | daily     | HTTPS    | JSON        | . . -1.75 . .
Postings from Saltby  | logicalInterface | monthly   | e-mail   | spreadsheet | . . -6 +0.5 +1
: Typed in by hand, on the fourth working day.
Wage Postings         | logicalInterface | monthly   | SFTP     | CSV         | . . -7 . .
Working Hours         | logicalInterface | daily     | SFTP     | CSV         | . . -7 . .
People and Places     | api              | daily     | HTTPS    | JSON        | . . -3 . .
Product Master        | api              | realTime  | HTTPS    | JSON        | . -1 -0.5 . .
: Every product as the master data hub knows it.
Sales Forecast        | api              | weekly    | HTTPS    | JSON        | . . -2 . .
Warehouse Feed        | logicalInterface | daily     | HTTPS    | Parquet     | . . -1.25 . .
: What changed since yesterday, for the analytics warehouse.
Menu Tools            | mcpServer        | onDemand  | HTTPS    | JSON        | -0.5 -0.25 +0.5 . .
: Lets the Menu Adviser look up meals, allergens and what is in stock.
Old Night Jobs        | logicalInterface
`;

export const dataObjects = `
name                 | dataSensitivity | isPersonalData | dataOwner              | lifecycle
Product              | internal        |                | Recipe Development     | . . -15 . .
: What can be sold, with all that a customer needs to know of it.
  Recipe             | restricted      |                | Recipe Development     | . . -15 . .
  : Ingredients, amounts and steps: what the company lives on.
  Specification      | confidential    |                | Food Safety            | . . -15 . .
  Label              | public          |                | Food Safety            | . . -15 . .
Lot                  | internal        |                | Food Safety            | . . -15 . .
: An amount of an ingredient or a product that was received or made together.
  Laboratory Result  | confidential    |                | Food Safety            | . . -8 . .
Paper Batch Record   | internal        |                | Orrin Plant            | . . -15 +0.5 +1
: Filed by day, in the order in which somebody found the time.
Customer             | confidential    | yes            | Sales and Marketing    | . . -15 . .
: Chains and kitchens with the people who work there.
  Household          | restricted      | yes            | Direct to Consumer     | . . -9 . .
  : Addresses, preferences and allergies of private customers.
Supplier             | internal        | yes            | Procurement            | . . -15 . .
: Who delivers ingredients, packs or services.
  Grower Contract    | confidential    | yes            | Procurement            | . . -10 . .
Sales Order          | confidential    |                | Sales and Marketing    | . . -15 . .
: What a customer wants, by article, amount and day.
Delivery             | internal        |                | Transport and Fleet    | . . -15 . .
: What left which ramp on which lorry, and who signed for it.
  Temperature Record | internal        |                | Food Safety            | . . -9 . .
  : The proof that the chain held.
Stock                | internal        |                | Deep-Freeze Warehouses | . . -15 . .
: What lies where, how old it is and for whom.
Production Order     | internal        |                |                        | . . -15 . .
Price and Promotion  | confidential    |                | Key Accounts           | . . -15 . .
: What each customer pays from when to when.
Invoice              | confidential    |                | Accounting             | . . -15 . .
: Sent and received.
Ledger Entry         | restricted      |                | Accounting             | . . -15 . .
Employee             | restricted      | yes            | People and Culture     | . . -15 . .
: Contracts, hours, wages and trainings.
Machine Value        | internal        |                | Plant IT               | . . -9 . .
: What a sensor says about a line, each second.
Forecast
`;
