@echo off
rem Starts the bridge to a running program with the first Java from 17 on: older ones cannot read the class that is tried.
setlocal
set "FOUND="
if defined JAVA_HOME call :try "%JAVA_HOME%\bin\java.exe"
for %%J in (java.exe) do call :try "%%~$PATH:J"
for /d %%D in ("%ProgramFiles%\Eclipse Adoptium\jdk-*" "%ProgramFiles%\Eclipse Adoptium\jre-*" "%ProgramFiles%\Java\jdk-*" "%ProgramFiles%\Microsoft\jdk-*" "%ProgramFiles%\Zulu\zulu-*") do call :try "%%~D\bin\java.exe"
if not defined FOUND goto none
"%FOUND%" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "%~dp0lib\*" dev.plumbline.cli.BundledBridge
exit /b %ERRORLEVEL%

:try
if defined FOUND exit /b 0
if not exist "%~1" exit /b 0
"%~1" -cp "%~dp0lib\starter.jar" dev.plumbline.cli.BundledBridge check >nul 2>&1 <nul
if not errorlevel 1 set "FOUND=%~1"
exit /b 0

:none
echo plumbline: no Java 17 or newer was found. Install one, for example from https://adoptium.net, or set JAVA_HOME, and start this server again 1>&2
exit /b 1
