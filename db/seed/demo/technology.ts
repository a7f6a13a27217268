/** The demo landscape's technology, who supplies it, and what is being changed. */

export const platforms = `
name                      | subtype   | platformType | lifecycle
Digital Commerce Platform | digital   | digital      | -3 -2 -1.5 . .
: Shop, basket, checkout and subscriptions as building blocks that are released every day.
Plant Data Platform       | technical | technical    | -2 -1 -0.25 . .
: Brings the measured values of all plants to one place, near the lines and in the cloud.
Integration Platform      | technical | technical    | . -4 -3.5 . .
: The way from system to system: queues, interfaces and who may use them.
Old Message Broker        | technical | technical    | . . -13 -2 +0.25
: Four interfaces to go.
Analytics Platform        | digital   | digital      | -2.5 -2 -1.25 . .
: Raw, cleaned and ready figures, with tools for those who ask their own questions.
Workplace                 | technical | technical    | . . -6 . .
`;

export const techCategories = `
name
Hosting
: Where software runs.
  Cloud Services
  : Capacity that somebody else runs, paid for by use.
  Data Centres
  : Machines of one's own, in the cellar and in the plants.
Data Stores
: Where data rests.
  Relational Databases
  : Tables; the usual choice for applications.
  Time Series
  : Measured values with their time.
  Files and Objects
Runtimes and Containers
: What programs are executed by.
Operating Systems
: Below everything else.
Messaging and Interfaces
: How things get from one system to another.
Security
: What keeps the wrong people out and lets the right ones in.
Plant Technology
: What hangs on a wall or a machine and is expected to do so for twenty years.
  Controllers
  : What opens valves.
  Sensors and Gateways
Models and Machine Learning
: What was trained instead of written.
Observability
: Logs, metrics and traces.
Workplace Devices
`;

export const components = `
name                      | subtype  | version | technicalSuitability | resourceClassification | hasAiFeatures | costTotalAnnual | licenseType  | lifecycle
Cloud Region North        | iaas     |         | fullyAppropriate     | standard               |               | 310000          | consumption  | . -5 -4.5 . .
: The one cloud region that group data may be in.
Container Service         | paas     |         | fullyAppropriate     | standard               |               | 92000           | consumption  | . -4 -3.5 . .
: Runs all software of our own that isn't in a plant.
Functions Service         | paas     |         | adequate             | phaseIn                |               | 14000           | consumption  | -1 -0.5 +0.5 . .
Data Centre Merrowdale    | hardware |         | unreasonable         | phaseOut               |               | 285000          | own          | . . -18 +1.5 +3
: The cellar under the head office: two rows, one generator, and water above.
Virtualisation Cluster    | software | 6       | unreasonable         | phaseOut               |               | 118000          | subscription | . . -9 +1 +2
Plant Server Eastmoor     | hardware |         | adequate             | tolerated              |               | 34000           | own          | . . -5 . +3
Plant Server Saltby       | hardware |         | adequate             | tolerated              |               | 26000           | own          | . . -3 . +5
Orrin Control Cabinets    | hardware |         | inappropriate        | phaseOut               |               | 9000            | own          | . . -16 -1 +0.75
Corvane Database          | software | 11      | unreasonable         | phaseOut               |               | 164000          | per core     | . . -12 +1 +2.5
: The database that Group ERP needs and nothing else wants.
PostgreSQL                | software |         | fullyAppropriate     | standard               |               | 12000           | open source  | . -6 -5.5 . .
: The standard in the plants.
Managed PostgreSQL        | paas     |         | fullyAppropriate     | standard               |               | 56000           | consumption  | . -4 -3 . .
: The standard for new applications outside the plants.
Spreadsheet File Share    | software |         | inappropriate        | phaseOut               |               | 6000            | own          | . . -15 -1 +1.5
Value Archive             | software | 4       | adequate             | tolerated              |               | 48000           | per tag      | . . -9 . +4
: Holds the historian's time series.
Streaming Time Series     | paas     |         | fullyAppropriate     | phaseIn                |               | 31000           | consumption  | -1.5 -0.75 +0.25 . .
Object Storage            | paas     |         | fullyAppropriate     | standard               |               | 27000           | consumption  | . -4.5 -4 . .
Lakehouse Engine          | paas     |         | fullyAppropriate     | standard               |               | 84000           | consumption  | -2.5 -2 -1.25 . .
Linux                     | software |         | fullyAppropriate     | standard               |               | 18000           | subscription | . . -10 . .
Unsupported Server System | software | 2       | inappropriate        | phaseOut               |               |                 |              | . . -16 -6 -3
: Has had no security fix for three years. Two machines in Orrin, one under the old shop.
JVM Runtime               | software |         | adequate             | standard               |               |                 | open source  | . . -10 . .
Node Runtime              | software |         | fullyAppropriate     | standard               |               |                 | open source  | . -4 -3.5 . .
Message Queue Service     | paas     |         | fullyAppropriate     | standard               |               | 22000           | consumption  | . -4 -3.5 . .
: Carries three million messages a day.
Gateway for Interfaces    | paas     |         | fullyAppropriate     | standard               |               | 19000           | consumption  | . -4 -3.5 . .
Broker Appliance          | hardware | 3       | inappropriate        | phaseOut               |               | 41000           | own          | . . -13 -2 +0.25
EDI Service               | saas     |         | adequate             | tolerated              |               | 38000           | per message  | . . -12 . .
File Transfer Server      | software |         | adequate             | tolerated              |               | 7000            | subscription | . . -11 +1 .
Directory Service         | saas     |         | fullyAppropriate     | standard               |               | 61000           | per user     | . . -3.5 . .
Remote Access Gateway     | hardware |         | unreasonable         | phaseOut               |               | 23000           | own          | . . -8 +0.25 +1
: One door into everything. Goes when access is decided for each application.
Secrets Vault             | paas     |         | fullyAppropriate     | standard               |               | 9000            | consumption  | . -2 -1.75 . .
Line Controllers          | hardware |         | adequate             | tolerated              |               | 67000           | own          | . . -11 . .
: Some four hundred, of five generations.
Sensor Gateways           | hardware |         | fullyAppropriate     | phaseIn                |               | 24000           | own          | -1.5 -0.75 -0.25 . .
Cold-Store Probes         | hardware |         | fullyAppropriate     | standard               |               | 16000           | own          | . -3 -2.5 . .
Lorry Telematics Boxes    | hardware |         | adequate             | standard               |               | 43000           | rented       | . . -4 . .
Line Cameras              | hardware |         | fullyAppropriate     | phaseIn                |               | 11000           | own          | -1 -0.5 +0.25 . .
Defect Recognition Model  | aiModel  |         | adequate             | phaseIn                | yes           | 8000            | own          | -1 -0.5 +0.25 . .
: Trained on ninety thousand pictures of trays from line three.
Language Model Service    | aiModel  |         | adequate             | phaseIn                | yes           | 26000           | consumption  | -1 -0.5 . . .
Log and Metric Service    | saas     |         | fullyAppropriate     | standard               |               | 45000           | consumption  | . -3 -2.5 . .
Managed Network           | service  |         | adequate             | standard               |               | 152000          | contract     | . . -6 . +2
: Eleven sites, two lines to each plant.
Shop-Floor Tablets        | hardware |         | fullyAppropriate     | standard               |               | 38000           | own          | . -3 -2.5 . .
Laptop Fleet              | hardware |         |                      |                        |               | 240000          | rented       | . . -6 . .
Label Printers            | hardware
`;

export const providers = `
name                         | providerType     | website                     | contractEnd
Corvane Business Software    | vendor           | https://corvane.example     | +2.5
: Vendor of Group ERP and of Cloud ERP; the contract on the old one ends with its support.
Nimbarrow Cloud              | vendor           | https://nimbarrow.example   | +1.75
: The only public cloud with a contract for group data.
Polarique Instruments        | vendor           | https://polarique.example   | +1
: Probes and software that watch the cold chain.
Silverfen Logistics Software | vendor           | https://silverfen.example   | +0.5
: Warehouse and transport; a third of the market is with them.
Tessarine Automation         | partner          | https://tessarine.example   | +3
: Builds and keeps the lines' controls; holds a spare key to each plant.
Quillbrook People Services   | vendor           | https://quillbrook.example  | +1.25
: Everything for people, from hiring to wages.
Veltrigo Payments            | vendor           | https://veltrigo.example    | +2
: Takes card payments for the shop and feeds the treasury.
Lumenford Labs               | vendor           | https://lumenford.example   | +0.75
: Models, and help with training one's own.
Ferncastle Analytics         | vendor           | https://ferncastle.example  | +1.5
: Forecasts, schedules and the engine of the warehouse of figures.
Oakhollow Networks           | partner          | https://oakhollow.example   | +2
: Lines between all sites, with four hours to repair.
Bramblegate Consulting       | partner          | https://bramblegate.example | +0.25
: Leads the renewal of the ERP together with the company's own people.
Thornmere Quality Systems    | vendor
: Laboratories, hazard plans and labels.
Group IT Workshop            | internalProvider
: The team that writes and runs the company's own software.
`;

export const initiatives = `
name                            | subtype | external_id | initiativeStatus | businessValue | effort | costBudget | costActual | startDate | endDate | lifecycle
ERP Renewal                     | program | I-01        | atRisk           | high          | high   | 7200000    | 2650000    | -1.5      | +2.5    | -1.5 -1 -0.75 . +2.5
: Moves every company from Group ERP and Saltby Accounting to Cloud ERP before support ends.
  Finance Core                  | project | I-02        | onTrack          | high          | high   | 2400000    | 1780000    | -1        | +0.5    | -1 -1 -0.75 . +0.5
  : General ledger, payables and receivables of the parent company, as the first on Cloud ERP.
    One Chart of Accounts       | epic    | I-03        | completed        | medium        | medium | 180000     | 205000     | -1        | -0.25   | . . -1 . -0.25
  Saltby into the Group         | project | I-04        | offTrack         | high          | medium | 900000     | 610000     | -0.75     | +0.5    | -1 . -0.75 . +0.5
  : The plant's month must close in the group's books. Twice postponed: the stock of fish is counted in tubs there.
  Purchasing in the Cloud       | project | I-05        | onHold           | medium        | high   | 1300000    | 60000      | +0.25     | +1.5    | -0.5 . +0.25 . +1.5
Connected Plants                | program | I-06        | onTrack          | high          | high   | 3900000    | 1420000    | -1.25     | +2      | -1.5 -1.25 -1 . +2
: The same execution system in all plants, and their values in one place.
  MES for Orrin                 | project | I-07        | onTrack          | high          | medium | 1100000    | 390000     | -0.75     | +0.75   | -1 . -0.75 . +0.75
  : Replaces the batch recorder, after this year's harvest and before the next.
  Sensors for Eastmoor          | project | I-08        | onTrack          | medium        | medium | 420000     | 260000     | -0.75     | +0.25   | . . -0.75 . +0.25
  Seeing Bones                  | project | I-09        | atRisk           | medium        | medium | 310000     | 240000     | -1        | +0.25   | -1 . -1 . +0.25
  : Cameras and a model on line three, with a decision at the end whether the other lines follow.
Direct to Households            | program | I-10        | onTrack          | high          | medium | 2100000    | 1390000    | -3        | +1      | -3.5 . -3 . +1
: Shop, box and brand for people who cook for themselves.
  New Web Shop                  | project | I-11        | completed        | high          | high   | 1150000    | 1240000    | -3        | -1.25   | -3.5 . -3 . -1.25
  Meal Box                      | project | I-12        | atRisk           | high          | medium | 520000     | 310000     | -1.25     | +0.5    | -1.5 . -1.25 . +0.5
  : A subscription that people keep.
    Pause and Resume            | epic    | I-13        | onTrack          | high          | low    | 60000      | 15000      | -0.25     | +0.25   | . . -0.25 . +0.25
  Menu Adviser Trial            | project | I-14        | onTrack          | low           | low    | 90000      | 52000      | -0.75     | +0.5    | -0.75 . -0.75 . +0.5
Recall in Two Hours             | project | I-15        | onTrack          | high          | medium | 480000     | 295000     | -1.5      | +1      | -1.5 . -1.5 . +1
: One search over lots, pallets and deliveries, and messages to customers that are ready before they are needed.
Figures by Morning              | program | I-16        | onTrack          | high          | medium | 1250000    | 880000     | -2.5      | +0.75   | -2.5 . -2.5 . +0.75
: Moves reporting to a platform that is ready when people come to work.
  Closing the Reporting Mart    | project | I-17        | atRisk           | medium        | medium | 260000     | 140000     | -0.75     | +0.5    | -1 . -0.75 . +0.5
  One Record for Each Product   | project | I-18        | onTrack          | high          | medium | 390000     | 330000     | -2        | +0.25   | -2 . -2 . +0.25
Access by Application           | project | I-19        | onTrack          | medium        | medium | 340000     | 120000     | -0.5      | +1      | -0.75 . -0.5 . +1
: No more doors that open everything: each application asks who is there.
Out of the Cellar               | project | I-20        |                  | high          | high   | 1600000    |            | +0.5      | +3      | -0.25 . +0.5 . +3
: Moves what can be moved to the cloud, and the rest to a hired room without water above it.
Electric Tours in Town          | idea    | I-21        |                  | medium
: Whether the shortest third of the tours could be driven by electric lorries.
Assistant for Recipe Developers | idea    | I-22
`;
