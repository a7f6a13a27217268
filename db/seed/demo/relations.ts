/**
 * The demo landscape's relations: for each relation type its sources, and behind the arrow the cards that they are related
 * to. In brackets stand the attributes of the relations of that line; one without a value is true.
 */
export const relations = {
  relOrgToObjective: `
Merrowdale Foods Group -> A quarter less food wasted; A tenth of revenue from households
Food Safety -> Recall any lot within two hours
Finance and Procurement -> One set of books for all companies
Direct to Consumer -> A tenth of revenue from households
Group IT -> Figures that are a day old at most; No plant system past its end of life
Merrowdale Cold Logistics Ltd -> Ninety-eight in a hundred on time, in full
Merrowdale Production Ltd -> Energy per tonne down by a fifth; A quarter less food wasted`,
  relObjectiveToBC: `
Recall any lot within two hours -> Traceability and Recall; Lot Genealogy; Recall Management
A tenth of revenue from households -> Digital Commerce; Meal Subscriptions
One set of books for all companies -> Accounting; General Ledger; Product Costing
A quarter less food wasted -> Food Waste Tracking; Demand Planning; Line Scheduling
No plant system past its end of life -> Production Execution; Plant Maintenance
Figures that are a day old at most -> Reporting and Analytics; Master Data
Ninety-eight in a hundred on time, in full -> Order Promising; Order Picking; Route Planning
Energy per tonne down by a fifth -> Energy and Refrigeration`,
  relOrgToInitiative: `
Finance and Procurement -> ERP Renewal; Finance Core; Purchasing in the Cloud
Saltby Plant -> Saltby into the Group
Merrowdale Production Ltd -> Connected Plants; Seeing Bones
Orrin Plant -> MES for Orrin
Direct to Consumer -> Direct to Households; New Web Shop; Meal Box; Menu Adviser Trial
Food Safety -> Recall in Two Hours
Data and Analytics -> Figures by Morning; Closing the Reporting Mart
Infrastructure and Security -> Access by Application; Out of the Cellar
Transport and Fleet -> Electric Tours in Town`,
  relInitiativeToObjective: `
ERP Renewal -> One set of books for all companies
Saltby into the Group -> One set of books for all companies
Connected Plants -> No plant system past its end of life; Energy per tonne down by a fifth
Sensors for Eastmoor -> Energy per tonne down by a fifth
Seeing Bones -> A quarter less food wasted
Direct to Households -> A tenth of revenue from households
Recall in Two Hours -> Recall any lot within two hours
Figures by Morning -> Figures that are a day old at most
One Record for Each Product -> Figures that are a day old at most; Recall any lot within two hours`,
  relInitiativeToPlatform: `
New Web Shop -> Digital Commerce Platform
Meal Box -> Digital Commerce Platform
Sensors for Eastmoor -> Plant Data Platform
Connected Plants -> Plant Data Platform
Figures by Morning -> Analytics Platform
ERP Renewal -> Integration Platform`,
  relInitiativeToBC: `
ERP Renewal -> Accounting; Controlling; Purchasing
Finance Core -> General Ledger; Payables; Receivables
Connected Plants -> Production Execution; Line Performance
Seeing Bones -> Hazard Control
Direct to Households -> Digital Commerce
Meal Box -> Meal Subscriptions
Recall in Two Hours -> Recall Management; Lot Genealogy
One Record for Each Product -> Master Data
Access by Application -> Security and Identity`,
  relInitiativeToApp: `
ERP Renewal -> Group ERP; Cloud ERP
Finance Core -> Group ERP; Cloud ERP; Consolidation
Saltby into the Group -> Saltby Accounting; Cloud ERP
Purchasing in the Cloud -> Group ERP; Cloud ERP; Supplier Portal; Grower Contracts
MES for Orrin -> MES Orrin; Orrin Batch Recorder
Sensors for Eastmoor -> Plant Historian; Energy Monitor
Seeing Bones -> Visual Inspection
New Web Shop -> Web Shop; Old Web Shop
Meal Box -> Subscription Service; Web Shop
Pause and Resume -> Subscription Service
Menu Adviser Trial -> Menu Adviser
Recall in Two Hours -> Trace Explorer; Recall Messenger; Manufacturing Execution; Warehouse Control
Closing the Reporting Mart -> Reporting Mart; Analytics Warehouse
One Record for Each Product -> Master Data Hub; Recipe Lab
Access by Application -> Identity Portal
Assistant for Recipe Developers -> Recipe Lab`,
  relInitiativeToInterface: `
Saltby into the Group -> Postings from Saltby
Recall in Two Hours -> Lots and Pallets
One Record for Each Product -> Product Master
Closing the Reporting Mart -> Old Night Jobs; Warehouse Feed
Menu Adviser Trial -> Menu Tools`,
  relInitiativeToDataObj: `
Finance Core -> Ledger Entry; Invoice
One Record for Each Product -> Product; Specification
Recall in Two Hours -> Lot; Delivery
Meal Box -> Household`,
  relInitiativeToITC: `
Out of the Cellar -> Data Centre Merrowdale; Virtualisation Cluster; Cloud Region North
MES for Orrin -> Orrin Control Cabinets; Unsupported Server System
Sensors for Eastmoor -> Sensor Gateways; Streaming Time Series
Seeing Bones -> Line Cameras; Defect Recognition Model
Access by Application -> Remote Access Gateway; Directory Service
ERP Renewal -> Corvane Database; Broker Appliance`,
  relInitiativeSuccessor: `
Meal Box -> New Web Shop
Closing the Reporting Mart -> One Record for Each Product`,
  relOrgToBizCtx: `
Research and Quality -> Idea to Shelf
Merrowdale Production Ltd -> Farm to Freezer; Food Waste Account
Sales and Marketing -> Order to Cash; Frozen Ready Meals
Finance and Procurement -> Source to Pay
People and Culture -> Hire to Retire
Direct to Consumer -> A Household's First Order; Meal Box
Food Service Sales -> Reordering for a Canteen
Saltby Plant -> Fish Specialities`,
  relOrgToApp: `
Accounting -> Group ERP; Cloud ERP; Consolidation; Treasury Workbench; Invoice Reader [usageType=owner]
Controlling -> Product Costing Workbook [usageType=owner]
Controlling -> Group ERP; Analytics Warehouse; Reporting Mart [usageType=user]
Procurement -> Supplier Portal; Grower Contracts [usageType=owner]
Procurement -> Group ERP; Invoice Reader [usageType=user]
Saltby Plant -> Saltby Accounting; MES Saltby [usageType=owner]
Eastmoor Plant -> MES Eastmoor; Line Scheduler [usageType=owner]
Eastmoor Plant -> Maintenance Manager; Plant Historian; Energy Monitor; Food Safety Manager; Time Clock [usageType=user]
Orrin Plant -> Orrin Batch Recorder; MES Orrin [usageType=owner]
Orrin Plant -> Grower Contracts; Maintenance Manager; Time Clock [usageType=user]
Saltby Plant -> Saltby Maintenance Mgr.; Laboratory System Saltby; Food Safety Manager; Time Clock [usageType=user]
Recipe Development -> Recipe Lab; Label Designer [usageType=owner]
Food Safety -> Laboratory System; Food Safety Manager; Trace Explorer; Document Control [usageType=owner]
Food Safety -> Cold-Chain Monitor; Label Designer [usageType=stakeholder]
Deep-Freeze Warehouses -> Warehouse Control; Yard Booking [usageType=owner]
Transport and Fleet -> Transport Planner; Driver App; Cold-Chain Monitor [usageType=owner]
Key Accounts -> Customer CRM; Promotion Planner [usageType=owner]
Key Accounts -> Order Hub; Demand Planner [usageType=user]
Food Service Sales -> Call Desk [usageType=owner]
Food Service Sales -> Customer CRM; Order Hub [usageType=user]
Direct to Consumer -> Web Shop; Subscription Service; Menu Adviser; Old Web Shop [usageType=owner]
Marketing -> Customer CRM; Web Shop [usageType=stakeholder]
People and Culture -> People Suite; Payroll; Time Clock; Learning Portal [usageType=owner]
Data and Analytics -> Analytics Warehouse; Reporting Mart; Master Data Hub [usageType=owner]
Infrastructure and Security -> Identity Portal; Service Desk [usageType=owner]
Business Applications -> Order Hub; Integration Hub; Intranet [usageType=owner]
Plant IT -> Manufacturing Execution; Plant Historian; Visual Inspection [usageType=owner]
Households -> Web Shop [usageType=user]
Merrowdale Production Ltd -> Demand Planner; Maintenance Manager; Energy Monitor [usageType=owner]
Merrowdale Foods Group -> Expense Claims; People Suite; Service Desk [usageType=user]`,
  relOrgToITC: `
Infrastructure and Security -> Cloud Region North; Data Centre Merrowdale; Managed Network; Directory Service; Remote Access Gateway; Laptop Fleet
Plant IT -> Line Controllers; Plant Server Eastmoor; Plant Server Saltby; Orrin Control Cabinets; Sensor Gateways; Shop-Floor Tablets
Transport and Fleet -> Lorry Telematics Boxes
Data and Analytics -> Lakehouse Engine`,
  relAppToBC: `
Group ERP -> General Ledger; Payables; Receivables; Ingredient Purchasing; Material Requirements; Price Lists [supportType=leading]
Group ERP -> Product Costing; Profitability Analysis; Spare Parts [supportType=supporting]
Cloud ERP -> General Ledger; Payables; Indirect Purchasing [supportType=supporting]
Saltby Accounting -> General Ledger; Payables [supportType=supporting]
Consolidation -> Accounting [supportType=supporting]
Treasury Workbench -> Treasury [supportType=leading]
Invoice Reader -> Payables [supportType=supporting]
Product Costing Workbook -> Product Costing [supportType=leading]
Expense Claims -> Workforce Administration [supportType=supporting]
Supplier Portal -> Supplier Qualification [supportType=leading]
Supplier Portal -> Supplier Performance [supportType=noSupport]
Grower Contracts -> Contract Farming [supportType=leading]
Recipe Lab -> Recipe Formulation; Nutrition Calculation; Product Specification [supportType=leading]
Recipe Lab -> Label and Allergen Declaration; Trial Production [supportType=supporting]
Label Designer -> Label and Allergen Declaration; Packaging Design [supportType=leading]
Laboratory System -> Laboratory Testing [supportType=leading]
Laboratory System Saltby -> Laboratory Testing [supportType=supporting]
Food Safety Manager -> Hazard Control; Audits and Certificates [supportType=leading]
Trace Explorer -> Lot Genealogy; Recall Management [supportType=leading]
Recall Messenger -> Recall Management [supportType=supporting]
Maintenance Cloud -> Preventive Maintenance
Document Control -> Audits and Certificates; Learning and Instruction [supportType=supporting]
Manufacturing Execution -> Batch Control; Packing and Palletising; Line Performance [supportType=leading]
MES Eastmoor -> Batch Control [supportType=leading]
MES Saltby -> Batch Control [supportType=supporting]
MES Orrin -> Batch Control
Orrin Batch Recorder -> Batch Control [supportType=supporting]
Line Scheduler -> Line Scheduling [supportType=leading]
Demand Planner -> Demand Planning [supportType=leading]
Maintenance Manager -> Preventive Maintenance; Spare Parts [supportType=leading]
Saltby Maintenance Mgr. -> Preventive Maintenance; Spare Parts [supportType=supporting]
Energy Monitor -> Energy and Refrigeration [supportType=leading]
Energy Monitor -> Emissions Accounting [supportType=supporting]
Plant Historian -> Line Performance; Energy and Refrigeration [supportType=supporting]
Visual Inspection -> Hazard Control [supportType=supporting]
Warehouse Control -> Deep-Freeze Storage; Order Picking [supportType=leading]
Transport Planner -> Route Planning [supportType=leading]
Driver App -> Proof of Delivery [supportType=leading]
Cold-Chain Monitor -> Temperature Monitoring [supportType=leading]
Yard Booking -> Transport [supportType=supporting]
Order Hub -> Order Capture; Order Promising [supportType=leading]
Customer CRM -> Customer Relationship; Account Planning; Market Insight [supportType=leading]
Promotion Planner -> Trade Promotions [supportType=leading]
Call Desk -> Customer Service [supportType=leading]
Call Desk -> Order Capture; Returns and Claims [supportType=supporting]
Web Shop -> Web Sales [supportType=leading]
Checkout Service -> Payments [supportType=leading]
Subscription Service -> Meal Subscriptions [supportType=leading]
Menu Adviser -> Web Sales [supportType=supporting]
People Suite -> Workforce Administration [supportType=leading]
Time Clock -> Time and Attendance [supportType=leading]
Payroll -> Payroll [supportType=leading]
Learning Portal -> Learning and Instruction [supportType=leading]
Analytics Warehouse -> Reporting and Analytics [supportType=leading]
Analytics Warehouse -> Food Waste Tracking; Profitability Analysis [supportType=supporting]
Reporting Mart -> Reporting and Analytics; Profitability Analysis [supportType=supporting]
Master Data Hub -> Master Data [supportType=leading]
Integration Hub -> Integration [supportType=leading]
Identity Portal -> Security and Identity [supportType=leading]
Service Desk -> Service Management [supportType=leading]`,
  relAppToBizCtx: `
Recipe Lab -> Idea to Shelf
Label Designer -> Idea to Shelf
Grower Contracts -> Farm to Freezer
Manufacturing Execution -> Farm to Freezer; Frozen Ready Meals
Order Hub -> Order to Cash
Group ERP -> Order to Cash; Source to Pay
Invoice Reader -> Source to Pay
People Suite -> Hire to Retire
Web Shop -> A Household's First Order
Subscription Service -> Meal Box
Call Desk -> Reordering for a Canteen`,
  relAppSuccessor: `
Cloud ERP -> Group ERP; Saltby Accounting
MES Orrin -> Orrin Batch Recorder
Maintenance Cloud -> Maintenance Manager
Web Shop -> Old Web Shop
Analytics Warehouse -> Reporting Mart`,
  relAppToInterface: `
Integration Hub -> Grocer Orders [flowDirection=forward]
Order Hub -> Grocer Orders; Web Orders [flowDirection=reverse]
Web Shop -> Web Orders [flowDirection=forward]
Order Hub -> Order Status [flowDirection=forward]
Web Shop -> Order Status [flowDirection=reverse]
Call Desk -> Order Status [flowDirection=reverse]
Checkout Service -> Payment Confirmations [flowDirection=bidirectional]
Group ERP -> Payment Confirmations [flowDirection=reverse]
Recipe Lab -> Recipes to Plants; Label Texts [flowDirection=forward]
MES Eastmoor -> Recipes to Plants; Production Orders [flowDirection=reverse]
MES Saltby -> Recipes to Plants; Production Orders [flowDirection=reverse]
Label Designer -> Label Texts [flowDirection=reverse]
Line Scheduler -> Production Orders [flowDirection=forward]
MES Eastmoor -> Batch Confirmations; Lots and Pallets [flowDirection=forward]
MES Saltby -> Batch Confirmations [flowDirection=forward]
Group ERP -> Batch Confirmations [flowDirection=reverse]
Laboratory System -> Laboratory Results [flowDirection=forward]
Manufacturing Execution -> Laboratory Results [flowDirection=reverse]
Trace Explorer -> Lots and Pallets; Proofs of Delivery [flowDirection=reverse]
Warehouse Control -> Lots and Pallets; Stock Levels; Stock File [flowDirection=forward]
Order Hub -> Stock Levels [flowDirection=reverse]
Group ERP -> Stock File [flowDirection=reverse]
Reporting Mart -> Stock File; Old Night Jobs [flowDirection=reverse]
Transport Planner -> Tours [flowDirection=forward]
Driver App -> Tours [flowDirection=reverse]
Driver App -> Proofs of Delivery [flowDirection=forward]
Cold-Chain Monitor -> Temperature Readings [flowDirection=reverse]
Plant Historian -> Machine Values [flowDirection=reverse]
Energy Monitor -> Machine Values [flowDirection=reverse]
Group ERP -> Sales Invoices [flowDirection=forward]
Integration Hub -> Sales Invoices [flowDirection=bidirectional]
Invoice Reader -> Supplier Invoices [flowDirection=forward]
Group ERP -> Supplier Invoices; Postings from Saltby; Wage Postings [flowDirection=reverse]
Saltby Accounting -> Postings from Saltby [flowDirection=forward]
Payroll -> Wage Postings [flowDirection=forward]
Time Clock -> Working Hours [flowDirection=forward]
Payroll -> Working Hours [flowDirection=reverse]
People Suite -> People and Places [flowDirection=forward]
Identity Portal -> People and Places [flowDirection=reverse]
Master Data Hub -> Product Master [flowDirection=forward]
Order Hub -> Product Master [flowDirection=reverse]
Web Shop -> Product Master [flowDirection=reverse]
Demand Planner -> Sales Forecast [flowDirection=forward]
Line Scheduler -> Sales Forecast [flowDirection=reverse]
Order Hub -> Warehouse Feed [flowDirection=forward]
Analytics Warehouse -> Warehouse Feed [flowDirection=reverse]
Basket Service -> Menu Tools [flowDirection=forward]
Menu Adviser -> Menu Tools [flowDirection=reverse]
Group ERP -> Old Night Jobs`,
  relInterfaceSuccessor: `
Stock Levels -> Stock File`,
  relAppToDataObj: `
Group ERP -> Ledger Entry; Invoice; Supplier [crudCreate crudRead crudUpdate crudDelete]
Group ERP -> Customer; Stock; Product [crudRead crudUpdate]
Cloud ERP -> Ledger Entry; Invoice [crudCreate crudRead crudUpdate]
Saltby Accounting -> Ledger Entry; Invoice [crudCreate crudRead]
Invoice Reader -> Invoice [crudCreate crudRead]
Recipe Lab -> Recipe; Specification [crudCreate crudRead crudUpdate crudDelete]
Recipe Lab -> Label [crudCreate]
Label Designer -> Label [crudRead crudUpdate]
Laboratory System -> Laboratory Result [crudCreate crudRead crudUpdate]
Laboratory System -> Lot [crudRead crudUpdate]
Trace Explorer -> Lot; Delivery [crudRead]
Manufacturing Execution -> Lot; Production Order [crudCreate crudRead crudUpdate]
Manufacturing Execution -> Recipe [crudRead]
Orrin Batch Recorder -> Paper Batch Record [crudCreate]
Line Scheduler -> Production Order [crudCreate crudUpdate]
Demand Planner -> Forecast [crudCreate crudRead crudUpdate]
Plant Historian -> Machine Value [crudCreate crudRead]
Warehouse Control -> Stock; Lot [crudCreate crudRead crudUpdate]
Transport Planner -> Delivery [crudCreate crudRead crudUpdate]
Driver App -> Delivery [crudRead crudUpdate]
Cold-Chain Monitor -> Temperature Record [crudCreate crudRead]
Order Hub -> Sales Order [crudCreate crudRead crudUpdate crudDelete]
Customer CRM -> Customer [crudCreate crudRead crudUpdate crudDelete]
Promotion Planner -> Price and Promotion [crudCreate crudRead crudUpdate]
Web Shop -> Household; Sales Order [crudCreate crudRead crudUpdate]
Subscription Service -> Household [crudRead crudUpdate]
Menu Adviser -> Household; Product [crudRead]
Grower Contracts -> Grower Contract [crudCreate crudRead crudUpdate crudDelete]
People Suite -> Employee [crudCreate crudRead crudUpdate crudDelete]
Payroll -> Employee [crudRead]
Time Clock -> Employee [crudRead]
Analytics Warehouse -> Sales Order; Stock; Delivery [crudRead]
Reporting Mart -> Ledger Entry; Laboratory Result [crudRead]
Master Data Hub -> Product [crudCreate crudRead crudUpdate]`,
  relInterfaceToDataObj: `
Grocer Orders -> Sales Order
Web Orders -> Sales Order; Household
Recipes to Plants -> Recipe
Label Texts -> Label
Production Orders -> Production Order
Batch Confirmations -> Production Order; Lot
Laboratory Results -> Laboratory Result
Lots and Pallets -> Lot
Stock Levels -> Stock
Stock File -> Stock
Tours -> Delivery
Proofs of Delivery -> Delivery
Temperature Readings -> Temperature Record
Machine Values -> Machine Value
Sales Invoices -> Invoice
Supplier Invoices -> Invoice; Supplier
Postings from Saltby -> Ledger Entry
Wage Postings -> Ledger Entry
Working Hours -> Employee
People and Places -> Employee
Product Master -> Product
Sales Forecast -> Forecast
Warehouse Feed -> Sales Order; Stock`,
  relDataObjectSuccessor: `
Lot -> Paper Batch Record`,
  relAppToITC: `
Group ERP -> Corvane Database [costTotalAnnual=164000]
Group ERP -> Virtualisation Cluster [costTotalAnnual=46000]
Saltby Accounting -> Plant Server Saltby [costTotalAnnual=6000]
Product Costing Workbook -> Spreadsheet File Share
Supplier Portal -> Managed PostgreSQL; Container Service
Grower Contracts -> Virtualisation Cluster; JVM Runtime
Recipe Lab -> Virtualisation Cluster; Linux
Label Designer -> Label Printers
Laboratory System -> Virtualisation Cluster [costTotalAnnual=14000]
Food Safety Manager -> Shop-Floor Tablets
Trace Explorer -> Managed PostgreSQL [costTotalAnnual=11000]
Trace Explorer -> Container Service [costTotalAnnual=8000]
Document Control -> Virtualisation Cluster
MES Eastmoor -> Plant Server Eastmoor [costTotalAnnual=26000]
MES Eastmoor -> PostgreSQL; Line Controllers; Shop-Floor Tablets
MES Saltby -> Plant Server Saltby [costTotalAnnual=19000]
MES Saltby -> PostgreSQL; Shop-Floor Tablets
MES Orrin -> PostgreSQL; Linux
Orrin Batch Recorder -> Orrin Control Cabinets; Unsupported Server System
Maintenance Manager -> Virtualisation Cluster
Energy Monitor -> Cloud Region North; Streaming Time Series
Plant Historian -> Value Archive [costTotalAnnual=48000]
Plant Historian -> Plant Server Eastmoor
Visual Inspection -> Line Cameras; Defect Recognition Model
Warehouse Control -> Virtualisation Cluster [costTotalAnnual=22000]
Warehouse Control -> Linux; JVM Runtime
Driver App -> Container Service; Managed PostgreSQL
Transport Planner -> Lorry Telematics Boxes
Cold-Chain Monitor -> Cold-Store Probes; Lorry Telematics Boxes
Order Hub -> Container Service [costTotalAnnual=19000]
Order Hub -> Managed PostgreSQL [costTotalAnnual=17000]
Order Hub -> Message Queue Service; JVM Runtime
Web Shop -> Container Service [costTotalAnnual=31000]
Web Shop -> Object Storage; Node Runtime
Basket Service -> Container Service; Node Runtime
Checkout Service -> Container Service; Secrets Vault
Subscription Service -> Container Service; Managed PostgreSQL
Menu Adviser -> Language Model Service [costTotalAnnual=26000]
Menu Adviser -> Functions Service
Old Web Shop -> Unsupported Server System; Data Centre Merrowdale
Promotion Planner -> Virtualisation Cluster
Analytics Warehouse -> Lakehouse Engine [costTotalAnnual=84000]
Analytics Warehouse -> Object Storage [costTotalAnnual=15000]
Reporting Mart -> Corvane Database; File Transfer Server
Master Data Hub -> Managed PostgreSQL
Integration Hub -> Message Queue Service; Gateway for Interfaces; EDI Service; Log and Metric Service
Identity Portal -> Directory Service [costTotalAnnual=61000]
Time Clock -> Virtualisation Cluster`,
  relInterfaceToITC: `
Grocer Orders -> EDI Service
Web Orders -> Gateway for Interfaces
Production Orders -> Message Queue Service
Batch Confirmations -> Message Queue Service
Lots and Pallets -> Message Queue Service
Stock Levels -> Message Queue Service
Stock File -> File Transfer Server
Wage Postings -> File Transfer Server
Temperature Readings -> Cold-Store Probes; Lorry Telematics Boxes
Machine Values -> Line Controllers; Sensor Gateways
Old Night Jobs -> Broker Appliance`,
  relITCToTechCat: `
Cloud Region North -> Cloud Services
Container Service -> Runtimes and Containers
Functions Service -> Runtimes and Containers
Data Centre Merrowdale -> Data Centres
Virtualisation Cluster -> Data Centres
Plant Server Eastmoor -> Data Centres
Plant Server Saltby -> Data Centres
Orrin Control Cabinets -> Controllers
Corvane Database -> Relational Databases
PostgreSQL -> Relational Databases
Managed PostgreSQL -> Relational Databases; Cloud Services
Spreadsheet File Share -> Files and Objects
Value Archive -> Time Series
Streaming Time Series -> Time Series
Object Storage -> Files and Objects
Lakehouse Engine -> Data Stores
Linux -> Operating Systems
Unsupported Server System -> Operating Systems
JVM Runtime -> Runtimes and Containers
Node Runtime -> Runtimes and Containers
Message Queue Service -> Messaging and Interfaces
Gateway for Interfaces -> Messaging and Interfaces
Broker Appliance -> Messaging and Interfaces
EDI Service -> Messaging and Interfaces
File Transfer Server -> Messaging and Interfaces
Directory Service -> Security
Remote Access Gateway -> Security
Secrets Vault -> Security
Line Controllers -> Controllers
Sensor Gateways -> Sensors and Gateways
Cold-Store Probes -> Sensors and Gateways
Lorry Telematics Boxes -> Sensors and Gateways
Line Cameras -> Sensors and Gateways
Defect Recognition Model -> Models and Machine Learning
Language Model Service -> Models and Machine Learning
Log and Metric Service -> Observability
Shop-Floor Tablets -> Workplace Devices
Laptop Fleet -> Workplace Devices`,
  relITCSuccessor: `
Managed PostgreSQL -> Corvane Database
Streaming Time Series -> Value Archive
Message Queue Service -> Broker Appliance
Cloud Region North -> Data Centre Merrowdale`,
  relITCToPlatform: `
Container Service -> Digital Commerce Platform
Message Queue Service -> Integration Platform
Gateway for Interfaces -> Integration Platform
Broker Appliance -> Old Message Broker
Streaming Time Series -> Plant Data Platform
Sensor Gateways -> Plant Data Platform
Lakehouse Engine -> Analytics Platform
Laptop Fleet -> Workplace`,
  relPlatformToObjective: `
Digital Commerce Platform -> A tenth of revenue from households
Plant Data Platform -> Energy per tonne down by a fifth
Analytics Platform -> Figures that are a day old at most`,
  relPlatformToApp: `
Digital Commerce Platform -> Web Shop; Basket Service; Checkout Service; Subscription Service; Menu Adviser
Plant Data Platform -> Energy Monitor; Plant Historian; Visual Inspection
Integration Platform -> Integration Hub
Analytics Platform -> Analytics Warehouse
Workplace -> Intranet; Service Desk; Identity Portal`,
  relPlatformToITC: `
Digital Commerce Platform -> Managed PostgreSQL; Secrets Vault
Analytics Platform -> Object Storage
Workplace -> Directory Service; Managed Network`,
  relPlatformSuccessor: `
Integration Platform -> Old Message Broker`,
  relProviderToInitiative: `
Bramblegate Consulting -> ERP Renewal; Finance Core; Saltby into the Group
Tessarine Automation -> MES for Orrin; Sensors for Eastmoor
Lumenford Labs -> Menu Adviser Trial; Seeing Bones`,
  relProviderToApp: `
Corvane Business Software -> Group ERP; Cloud ERP; Consolidation
Silverfen Logistics Software -> Warehouse Control; Transport Planner; Yard Booking
Polarique Instruments -> Cold-Chain Monitor
Tessarine Automation -> Manufacturing Execution; Plant Historian; Maintenance Manager; Saltby Maintenance Mgr.
Quillbrook People Services -> People Suite; Payroll; Time Clock; Learning Portal
Veltrigo Payments -> Treasury Workbench
Ferncastle Analytics -> Demand Planner; Line Scheduler
Thornmere Quality Systems -> Laboratory System; Laboratory System Saltby; Food Safety Manager; Label Designer
Group IT Workshop -> Order Hub; Web Shop; Driver App; Trace Explorer; Supplier Portal; Promotion Planner; Reporting Mart`,
  relProviderToITC: `
Nimbarrow Cloud -> Cloud Region North; Container Service; Managed PostgreSQL; Object Storage; Message Queue Service; Functions Service
Corvane Business Software -> Corvane Database
Tessarine Automation -> Line Controllers; Value Archive; Orrin Control Cabinets
Polarique Instruments -> Cold-Store Probes; Lorry Telematics Boxes
Oakhollow Networks -> Managed Network; Remote Access Gateway
Lumenford Labs -> Language Model Service
Ferncastle Analytics -> Lakehouse Engine`,
  relBizCtxToBC: `
Idea to Shelf -> Product Innovation; Recipe Management
Farm to Freezer -> Contract Farming; Manufacturing; Deep-Freeze Storage
Order to Cash -> Order Management; Transport; Receivables
Source to Pay -> Purchasing; Payables
Hire to Retire -> People
A Household's First Order -> Web Sales; Payments
Reordering for a Canteen -> Order Capture; Customer Service
Meal Box -> Meal Subscriptions
Food Waste Account -> Food Waste Tracking
Carbon Account -> Emissions Accounting`,
  relProcessToBC: `
Formulate a Recipe -> Recipe Formulation; Nutrition Calculation [supportType=leading]
Release a Specification -> Product Specification [supportType=leading]
Approve a Label -> Label and Allergen Declaration [supportType=leading]
Forecast Demand -> Demand Planning [supportType=leading]
Schedule the Lines -> Line Scheduling [supportType=leading]
Order Ingredients -> Ingredient Purchasing; Material Requirements [supportType=leading]
Produce a Batch -> Batch Control [supportType=leading]
Produce a Batch -> Lot Genealogy [supportType=supporting]
Release a Batch -> Laboratory Testing; Hazard Control [supportType=leading]
Maintain a Line -> Preventive Maintenance [supportType=leading]
Put Pallets Away -> Deep-Freeze Storage [supportType=leading]
Pick an Order -> Order Picking [supportType=leading]
Plan the Tours -> Route Planning [supportType=leading]
Deliver to the Customer -> Proof of Delivery [supportType=leading]
Deliver to the Customer -> Temperature Monitoring [supportType=supporting]
Settle a Claim -> Returns and Claims [supportType=leading]
Take Orders -> Order Capture [supportType=leading]
Run a Promotion -> Trade Promotions [supportType=leading]
Recall a Product -> Recall Management [supportType=leading]
Qualify a Supplier -> Supplier Qualification [supportType=leading]
Purchase to Payment -> Payables [supportType=leading]
Close the Month -> General Ledger [supportType=leading]
Pay Wages -> Payroll [supportType=leading]`,
  relProcessToApp: `
Formulate a Recipe -> Recipe Lab [usageType=creates]
Release a Specification -> Recipe Lab [usageType=updates]
Approve a Label -> Label Designer [usageType=updates]
Forecast Demand -> Demand Planner [usageType=creates]
Schedule the Lines -> Line Scheduler [usageType=creates]
Order Ingredients -> Group ERP [usageType=creates]
Receive Ingredients -> Warehouse Control; Group ERP [usageType=creates]
Produce a Batch -> Manufacturing Execution [usageType=orchestrates]
Produce a Batch of Fish -> MES Saltby [usageType=creates]
Freeze the Harvest -> Orrin Batch Recorder [usageType=creates]
Release a Batch -> Laboratory System; Food Safety Manager [usageType=updates]
Maintain a Line -> Maintenance Manager [usageType=updates]
Put Pallets Away -> Warehouse Control [usageType=orchestrates]
Pick an Order -> Warehouse Control [usageType=updates]
Plan the Tours -> Transport Planner [usageType=creates]
Deliver to the Customer -> Driver App; Cold-Chain Monitor [usageType=updates]
Settle a Claim -> Call Desk
Take a Grocer's Order -> Order Hub [usageType=creates]
Take a Kitchen's Order -> Call Desk; Order Hub [usageType=creates]
Take a Web Order -> Web Shop [usageType=creates]
Take a Web Order -> Order Hub [usageType=orchestrates]
Run a Promotion -> Promotion Planner [usageType=creates]
Recall a Product -> Trace Explorer; Warehouse Control; Customer CRM [usageType=reads]
Qualify a Supplier -> Supplier Portal [usageType=updates]
Approve an Invoice -> Invoice Reader; Group ERP [usageType=updates]
Pay Suppliers -> Group ERP; Treasury Workbench [usageType=creates]
Close the Month -> Group ERP; Saltby Accounting; Consolidation [usageType=updates]
Hire Somebody -> People Suite [usageType=creates]
Pay Wages -> Payroll [usageType=creates]
Handle an Incident -> Service Desk [usageType=creates]`,
  relProcessToDataObj: `
Formulate a Recipe -> Recipe [crudCreate crudUpdate]
Approve a Label -> Label [crudRead crudUpdate]
Produce a Batch -> Lot; Production Order [crudCreate crudRead crudUpdate]
Release a Batch -> Laboratory Result [crudRead]
Deliver to the Customer -> Delivery; Temperature Record [crudRead crudUpdate]
Take Orders -> Sales Order [crudCreate]
Recall a Product -> Lot; Delivery; Customer [crudRead]
Approve an Invoice -> Invoice [crudRead crudUpdate]
Pay Wages -> Employee [crudRead]`,
  relProcessToITC: `
Produce a Batch -> Line Controllers; Shop-Floor Tablets
Freeze the Harvest -> Orrin Control Cabinets
Deliver to the Customer -> Lorry Telematics Boxes`,
  relProcessToOrg: `
Develop Products -> Recipe Development
Make Products -> Merrowdale Production Ltd
Produce a Batch of Fish -> Saltby Plant
Freeze the Harvest -> Orrin Plant
Deliver -> Merrowdale Cold Logistics Ltd
Sell -> Sales and Marketing
Take a Web Order -> Direct to Consumer
Take a Kitchen's Order -> Food Service Sales
Manage Quality -> Food Safety
Purchase to Payment -> Procurement
Close the Month -> Accounting
Hire Somebody -> People and Culture
Pay Wages -> People and Culture
Handle an Incident -> Group IT`,
  relProcessToInitiative: `
Freeze the Harvest -> MES for Orrin
Close the Month -> Finance Core; Saltby into the Group
Recall a Product -> Recall in Two Hours
Release a Batch -> Seeing Bones
Order Ingredients -> Purchasing in the Cloud`,
  relProcessToObjective: `
Recall a Product -> Recall any lot within two hours
Close the Month -> One set of books for all companies
Deliver -> Ninety-eight in a hundred on time, in full
Schedule the Lines -> A quarter less food wasted`,
  relProcessToBizCtx: `
Launch a Meal -> Idea to Shelf
Run Production -> Farm to Freezer
Take Orders -> Order to Cash
Purchase to Payment -> Source to Pay
Take a Web Order -> A Household's First Order
Take a Kitchen's Order -> Reordering for a Canteen
Hire Somebody -> Hire to Retire`,
};
